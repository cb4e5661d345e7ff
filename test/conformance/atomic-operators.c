// Compound assignment, increment and decrement of _Atomic objects are single read-modify-writes and give the new (or, postfix,
// the old) value, for integers, _Bool and pointers.
#include <stdatomic.h>
#include <stdio.h>

int main(void) {
  _Atomic int i = 10;
  printf("%d ", i++);
  printf("%d ", ++i);
  printf("%d ", i--);
  printf("%d ", --i);
  printf("%d ", i += 7);
  printf("%d ", i -= 3);
  printf("%d ", i *= 6);
  printf("%d ", i /= 5);
  printf("%d ", i %= 11);
  printf("%d ", i <<= 3);
  printf("%d ", i >>= 1);
  printf("%d ", i |= 3);
  printf("%d ", i &= 0x1d);
  printf("%d\n", i ^= 0xff);

  _Atomic unsigned char c = 250;
  c += 10;
  printf("%d ", c);
  c -= 5;
  printf("%d ", c);
  c = c * 2;
  printf("%d ", c--);
  printf("%d\n", c);

  _Atomic long long wide = 1;
  wide <<= 40;
  wide -= 1;
  wide *= -2;
  printf("%lld\n", wide);

  atomic_bool flag = 0;
  flag |= 1;
  printf("%d ", flag);
  flag ^= 1;
  printf("%d ", flag);
  flag = 17;
  printf("%d\n", flag);

  int cells[5] = {1, 2, 3, 4, 5};
  int *_Atomic p = cells;
  printf("%d ", *p++);
  printf("%d ", *++p);
  printf("%d ", *--p);
  printf("%d\n", (int)(p - cells));
  return 0;
}
