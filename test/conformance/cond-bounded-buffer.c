// Producers and consumers over a bounded buffer: everything produced is consumed once, the buffer never overflows, and the
// items of one producer come out in order.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 2, PRODUCERS = 2, EACH = 4, STOP = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int buffer[SIZE], used, head, most;
static int sums[2], counts[2];

static void put(int item) {
  pthread_mutex_lock(&lock);
  while (used == SIZE) pthread_cond_wait(&not_full, &lock);
  buffer[(head + used++) % SIZE] = item;
  if (used > most) most = used;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

static int take(void) {
  pthread_mutex_lock(&lock);
  while (used == 0) pthread_cond_wait(&not_empty, &lock);
  int item = buffer[head];
  head = (head + 1) % SIZE, used--;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&lock);
  return item;
}

static void *produce(void *arg) {
  int base = 100 * (int)(intptr_t)arg;
  for (int i = 1; i <= EACH; i++) put(base + i);
  return NULL;
}

static void *consume(void *arg) {
  int me = (int)(intptr_t)arg, last[PRODUCERS] = {0}, ordered = 1;
  for (int item; (item = take()) != STOP;) {
    if (item % 100 <= last[item / 100]) ordered = 0;
    last[item / 100] = item % 100;
    sums[me] += item, counts[me]++;
  }
  return (void *)(intptr_t)ordered;
}

int main(void) {
  pthread_t p[PRODUCERS], c[2];
  void *a, *b;
  for (intptr_t i = 0; i < PRODUCERS; i++) pthread_create(&p[i], NULL, produce, (void *)i);
  for (intptr_t i = 0; i < 2; i++) pthread_create(&c[i], NULL, consume, (void *)i);
  for (int i = 0; i < PRODUCERS; i++) pthread_join(p[i], NULL);
  put(STOP), put(STOP);
  pthread_join(c[0], &a), pthread_join(c[1], &b);
  printf("sum %d, count %d, ordered %d\n", sums[0] + sums[1], counts[0] + counts[1], a && b);
  printf("left %d, never above the size %d\n", used, most <= SIZE);
  return 0;
}
