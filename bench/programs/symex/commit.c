/* N threads update x in one step and then commit (PDPOR, section 6, optimistic concurrency). Asserted: in the end one has. With -DBAD the first thread takes it back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include "section.h"

#ifndef N
#define N 4
#endif

static unsigned x;
static atomic_int flag;

static void *work(void *arg) {
  unsigned i = (unsigned)(size_t)arg;
  BEGIN;
  x = 2 * x + i;
  END;
  flag = 1;
#ifdef BAD
  if (i == 0) flag = 0;
#endif
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(flag);
  return 0;
}
