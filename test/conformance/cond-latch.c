// A count-down latch and an exchanger built of mutex and condition variable: no thread passes the latch early, and two threads swap their
// values.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t zero = PTHREAD_COND_INITIALIZER, swapped = PTHREAD_COND_INITIALIZER;
static int latch = 3, early, waiting, slot, answer, rounds;

static void count_down(void) {
  pthread_mutex_lock(&lock);
  if (--latch == 0) pthread_cond_broadcast(&zero);
  while (latch > 0) pthread_cond_wait(&zero, &lock);
  early += latch != 0;
  pthread_mutex_unlock(&lock);
}

static int exchange(int mine) {
  pthread_mutex_lock(&lock);
  int theirs, round = rounds;
  if (!waiting) {
    waiting = 1, slot = mine;
    while (rounds == round) pthread_cond_wait(&swapped, &lock);
    theirs = answer;
  } else {
    theirs = slot, answer = mine, waiting = 0, rounds++;
    pthread_cond_signal(&swapped);
  }
  pthread_mutex_unlock(&lock);
  return theirs;
}

static void *partner(void *arg) {
  count_down();
  return (void *)(intptr_t)exchange((int)(intptr_t)arg);
}

int main(void) {
  pthread_t t[2];
  void *got[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&t[i], NULL, partner, (void *)(i + 4));
  count_down();
  for (int i = 0; i < 2; i++) pthread_join(t[i], &got[i]);
  printf("early %d, rounds %d, got %d and %d\n", early, rounds, (int)(intptr_t)got[0], (int)(intptr_t)got[1]);
  return 0;
}
