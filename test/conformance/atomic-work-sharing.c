// Work shared by an atomic index and an atomic bit set: every item is taken once, every bit is claimed once, and a ticket lock
// serves as many as come.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 3, ITEMS = 8 };

static atomic_int next, claims;
static atomic_uint bits, next_ticket, serving;
static int done[ITEMS], served;

static void *work(void *arg) {
  for (int i; (i = atomic_fetch_add(&next, 1)) < ITEMS;) done[i] += i * i;
  for (unsigned bit = 1; bit < 16; bit <<= 1)
    if (!(atomic_fetch_or(&bits, bit) & bit)) claims++;
  unsigned mine = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&serving) != mine) sched_yield();
  served++;
  atomic_fetch_add(&serving, 1);
  return arg;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < ITEMS; i++) printf("%d ", done[i]);
  printf("\nnext %d, bits %x, claims %d, served %d\n", next, bits, claims, served);
  return 0;
}
