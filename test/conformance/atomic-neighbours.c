// Atomic updates of one width do not disturb the bytes next to them: threads hammer neighbouring bytes, halves and words of one
// struct, and each ends with exactly its own count.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static struct {
  _Atomic uint8_t a, b;
  _Atomic uint16_t c;
  _Atomic uint32_t d;
  _Atomic uint64_t e;
} shared;

static void *bytes(void *arg) {
  for (int i = 0; i < 5; i++) atomic_fetch_add(&shared.a, 60), atomic_fetch_sub(&shared.d, 7);
  return arg;
}

static void *halves(void *arg) {
  for (int i = 0; i < 5; i++) atomic_fetch_sub(&shared.b, 1), atomic_fetch_add(&shared.c, 20000);
  return arg;
}

static void *words(void *arg) {
  for (int i = 0; i < 5; i++) {
    shared.e += 5000000000;
    shared.b |= 0;
    shared.c ^= 0;
  }
  return arg;
}

int main(void) {
  void *(*const bodies[])(void *) = {bytes, halves, words};
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, bodies[i], NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  printf("%u %u %u %u %llu\n", shared.a, shared.b, shared.c, (unsigned)shared.d, (unsigned long long)shared.e);
  return 0;
}
