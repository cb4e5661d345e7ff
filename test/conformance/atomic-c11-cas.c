// atomic_compare_exchange_{strong,weak}[_explicit], all widths: success stores and keeps `expected`, failure stores the value
// seen into `expected` and changes nothing. (A weak one is repeated while it fails without reason.)
#include <stdatomic.h>
#include <stdio.h>

#define EVERY(type)                                                                                                          \
  do {                                                                                                                       \
    _Atomic type x = 20;                                                                                                     \
    type expected = 20;                                                                                                      \
    int ok = atomic_compare_exchange_strong(&x, &expected, 30);                                                              \
    printf(#type ": %d, expected %d, now %d;", ok, (int)expected, (int)x);                                                   \
    ok = atomic_compare_exchange_strong(&x, &expected, 40);                                                                  \
    printf(" %d, expected %d, now %d;", ok, (int)expected, (int)x);                                                          \
    while (!(ok = atomic_compare_exchange_weak(&x, &expected, 50)) && expected == 30) {}                                     \
    printf(" %d, expected %d, now %d;", ok, (int)expected, (int)x);                                                          \
    ok = atomic_compare_exchange_weak_explicit(&x, &expected, 60, memory_order_acq_rel, memory_order_acquire);               \
    printf(" %d, expected %d, now %d;", ok, (int)expected, (int)x);                                                          \
    expected = (type)-1;                                                                                                     \
    ok = atomic_compare_exchange_strong_explicit(&x, &expected, 70, memory_order_release, memory_order_relaxed);             \
    printf(" %d, expected %d, now %d\n", ok, (int)expected, (int)x);                                                         \
  } while (0)

int main(void) {
  EVERY(signed char);
  EVERY(unsigned char);
  EVERY(short);
  EVERY(unsigned short);
  EVERY(int);
  EVERY(unsigned);
  EVERY(long);
  EVERY(long long);
  EVERY(unsigned long long);

  static int a, b;
  int *_Atomic pointer = &a;
  int *expected = &b;
  printf("pointer: %d", atomic_compare_exchange_strong(&pointer, &expected, NULL));
  printf(", expected is a %d", expected == &a);
  printf("; %d", atomic_compare_exchange_strong(&pointer, &expected, &b));
  printf(", now b %d\n", pointer == &b);
  return 0;
}
