/* Peterson's algorithm for two threads, N passages each (AGSE, peterson). Asserted: what is written inside is still there when the thread leaves. With -DBAD a thread takes the turn
   for itself. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

static atomic_int flag[2], turn, x;

static void *work(void *arg) {
  int me = (int)(size_t)arg, other = 1 - me;
  for (int i = 0; i < N; i++) {
    flag[me] = 1;
#ifdef BAD
    turn = me;
#else
    turn = other;
#endif
    while (flag[other] && turn == other)
      ;
    x = me;
    assert(x == me);
    flag[me] = 0;
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
