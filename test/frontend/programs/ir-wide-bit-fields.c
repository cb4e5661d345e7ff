// properties: assert,memory,overflow,uninit
// Packed bit-fields in runs of more than 128 bits, which clang accesses as one integer: reads, assignments, signed fields, fields across
// the borders of words, increments, copies, globals, arrays, pointers to them, volatile ones.
#include <stdio.h>

struct run { unsigned long long a : 63, b : 63; unsigned c : 10; } __attribute__((packed));
struct mixed { signed long long a : 61; unsigned b : 1; long long c : 64; int d : 17; unsigned e : 31; long long f : 50; } __attribute__((packed));
struct far { unsigned char head; unsigned long long a : 57, b : 57, c : 57, d : 57; signed char tail : 7; } __attribute__((packed));
struct flags { unsigned long long a : 40, b : 40, c : 40, d : 40; _Bool e : 1; int f : 3; } __attribute__((packed));

struct mixed global = { -5, 1, 0x7edcba9876543210LL, -65536, 0x7fffffff, -(1LL << 49) };
struct far table[3];
volatile struct flags hard = { 1, 2, 3, 4, 1, -4 };

static void show_mixed(const struct mixed *m) {
  printf("%lld %u %lld %d %u %lld\n", (long long)m->a, m->b, (long long)m->c, m->d, m->e, (long long)m->f);
}

static void show_bytes(const void *p, unsigned n) {
  const unsigned char *bytes = p;
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) sum = sum * 31 + bytes[i];
  printf("%u\n", sum);
}

static struct run swap(struct run r) {
  struct run s = { r.b, r.a, ~r.c };
  return s;
}

int main(void) {
  struct run x = { 1, 2, 3 };
  x.b += x.a;
  printf("%llu %llu %u\n", (unsigned long long)x.a, (unsigned long long)x.b, x.c);
  struct run y = swap(x);
  printf("%llu %llu %u\n", (unsigned long long)y.a, (unsigned long long)y.b, y.c);
  y.a = ~0ULL;
  y.c++;
  printf("%d %u\n", y.a == 0x7fffffffffffffffULL, y.c);
  show_bytes(&y, sizeof y);
  show_mixed(&global);
  struct mixed m = global;
  m.a = m.a * 3 - 1;
  m.b ^= 1;
  m.c >>= 7;
  m.d /= 3;
  m.e -= 12345;
  m.f += 77;
  show_mixed(&m);
  m.c = -m.c;
  m.f = ~m.f;
  m.a = -(1LL << 60);
  show_mixed(&m);
  show_bytes(&m, sizeof m);
  for (int i = 0; i < 3; i++) {
    table[i].head = 0xee;
    table[i].a = 0x1111111111111111ULL * (i + 1);
    table[i].b = table[i].a ^ 0xff;
    table[i].c = table[i].b << 3;
    table[i].d = (unsigned long long)table[i].c * 5;
    table[i].tail = -1 - i;
  }
  for (int i = 0; i < 3; i++)
    printf("%x %llx %llx %llx %llx %d\n", table[i].head, (unsigned long long)table[i].a, (unsigned long long)table[i].b,
           (unsigned long long)table[i].c, (unsigned long long)table[i].d, table[i].tail);
  show_bytes(table, sizeof table);
  hard.d = hard.a + hard.b + hard.c;
  hard.e = !hard.e;
  hard.f++;
  printf("%llu %d %d %s\n", (unsigned long long)hard.d, hard.e, hard.f, hard.e ? "set" : "clear");
  struct flags later; // each field is written before the next is read
  later.a = 1;
  later.d = later.a + 1;
  printf("%llu\n", (unsigned long long)later.d);
  printf("%d %d %d %d\n", (int)sizeof x, (int)sizeof m, (int)sizeof table[0], (int)sizeof hard);
  return 0;
}
