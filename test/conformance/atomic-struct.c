// link: -latomic
// _Atomic structs of 4, 8 and 16 bytes: load, store, exchange, compare-exchange as a whole; concurrent updates by compare-exchange
// never tear.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __clang__
#pragma clang diagnostic ignored "-Watomic-alignment"
#endif

struct small {
  int16_t a, b;
};
struct pair {
  int32_t sum, count;
};
struct big {
  int64_t low, high;
};

static _Atomic struct pair shared;

static void *add(void *arg) {
  for (int i = 1; i <= 4; i++) {
    struct pair seen = atomic_load(&shared), next;
    do {
      next = (struct pair){seen.sum + i * *(int *)arg, seen.count + 1};
    } while (!atomic_compare_exchange_weak(&shared, &seen, next));
  }
  return NULL;
}

int main(void) {
  _Atomic struct small small;
  atomic_init(&small, ((struct small){-1, 2}));
  struct small old = atomic_exchange(&small, ((struct small){30, 40}));
  struct small now = small;
  printf("small: %d %d -> %d %d\n", old.a, old.b, now.a, now.b);

  _Atomic struct big big;
  atomic_init(&big, ((struct big){1, 2}));
  struct big expected = {1, 3};
  printf("big: %d", atomic_compare_exchange_strong(&big, &expected, ((struct big){5, 6})));
  printf(" %d %d", (int)expected.low, (int)expected.high);
  printf(" %d", atomic_compare_exchange_strong(&big, &expected, ((struct big){5, 6})));
  struct big stored = atomic_load(&big);
  printf(" %d %d\n", (int)stored.low, (int)stored.high);

  pthread_t t[2];
  int factors[] = {1, 100};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, &factors[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  struct pair end = shared;
  printf("sum %d, count %d\n", (int)end.sum, (int)end.count);
  return 0;
}
