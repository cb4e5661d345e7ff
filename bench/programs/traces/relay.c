/* N + 2 threads in a row, each started by the one before it. Thread k + 1 looks whether thread k has left before it; if not, it was faster. Asserted: not every thread
   was faster than the one before it. Between neighbours there is one such look, and work on a counter. Shared accesses of a run: 18 (N + 1). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif
#define LINKS (N + 1)

static atomic_int left[LINKS], faster[LINKS], work[LINKS], fastest;

static void toil(atomic_int *counter) {
  for (int i = 0; i < 3; i++) *counter = *counter + 1;
}

static void *walk(void *arg) {
  int me = (int)(size_t)arg;
  pthread_t next;
  if (me < LINKS) pthread_create(&next, NULL, walk, (void *)(size_t)(me + 1));
  if (me == 1) {
    faster[0] = left[0] == 0;
    fastest = 1;
  }
  if (me > 1) {
    int was;
    if (left[me - 1] == 0) {
      fastest = me;
      was = 1;
    } else {
      fastest = 0;
      was = 0;
    }
    faster[me - 1] = was;
  }
  if (me < LINKS) left[me] = 1;
  if (me > 0) toil(&work[me - 1]);
  if (me > 0) (void)work[me - 1];
  if (me < LINKS) toil(&work[me]);
  if (me < LINKS) pthread_join(next, NULL);
  return arg;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, NULL, walk, NULL);
  pthread_join(first, NULL);
  int all = 1;
  for (int k = 0; k < LINKS; k++) all &= faster[k];
  assert(!all);
  return 0;
}
