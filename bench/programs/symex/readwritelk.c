/* A lock for many readers or one writer, as a count that is -1 while somebody writes (AGSE, readwritelk). N readers, N writers. Asserted: a reader sees the same twice. With -DBAD
   a writer does not wait for readers. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include "section.h"

#ifndef N
#define N 1
#endif

static int readers; /* -1: somebody writes */
static atomic_int x;

static void *write(void *arg) {
  BEGIN;
#ifdef BAD
  WAIT_UNTIL(readers >= 0);
#else
  WAIT_UNTIL(readers == 0);
#endif
  readers = -1;
  END;
  x = 3 + (int)(size_t)arg;
  BEGIN;
  readers = 0;
  END;
  return NULL;
}

static void *read(void *arg) {
  BEGIN;
  WAIT_UNTIL(readers >= 0);
  readers++;
  END;
  int y = x;
  assert(y == x);
  BEGIN;
  readers--;
  END;
  return arg;
}

int main(void) {
  pthread_t w[N], r[N];
  for (size_t i = 0; i < N; i++) pthread_create(&w[i], NULL, write, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_create(&r[i], NULL, read, NULL);
  for (size_t i = 0; i < N; i++) pthread_join(w[i], NULL);
  for (size_t i = 0; i < N; i++) pthread_join(r[i], NULL);
  return 0;
}
