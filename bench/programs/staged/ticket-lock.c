/* N threads pass a ticket lock once. With -DBAD the ticket is drawn in two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_uint next, serving;
static int inside;

static void *work(void *arg) {
#ifdef BAD
  unsigned mine = atomic_load(&next);
  atomic_store(&next, mine + 1);
#else
  unsigned mine = atomic_fetch_add(&next, 1);
#endif
  while (atomic_load(&serving) != mine)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  atomic_fetch_add(&serving, 1);
  return arg;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
