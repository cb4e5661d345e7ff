/* Dekker's algorithm for two threads, N passages each (AGSE, dekker). Asserted: one is inside at a time. With -DBAD a thread announces itself after it has looked. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

static atomic_int wants[2], turn, inside;

static void enter(int me) {
  int other = 1 - me;
#ifdef BAD
  while (wants[other])
    ;
  wants[me] = 1;
#else
  wants[me] = 1;
  while (wants[other])
    if (turn == other) {
      wants[me] = 0;
      while (turn == other)
        ;
      wants[me] = 1;
    }
#endif
}

static void leave(int me) {
  turn = 1 - me;
  wants[me] = 0;
}

static void *work(void *arg) {
  int me = (int)(size_t)arg;
  for (int i = 0; i < N; i++) {
    enter(me);
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    leave(me);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0);
  pthread_create(&b, NULL, work, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
