/* A driver that is stopped while N requests run: each request counts itself in, and the last one to leave lets the driver stop (AGSE, bluetooth). Asserted: no request works on a
   stopped driver. With -DBAD a request looks at the flag before it counts itself in. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include "section.h"

#ifndef N
#define N 1
#endif

static atomic_int pending = 1, isStopping, mayStop, isStopped;

static void countOut(void) {
  if (atomic_fetch_sub(&pending, 1) == 1) mayStop = 1;
}

static _Bool countIn(void) {
#ifdef BAD
  if (isStopping) return 0;
  atomic_fetch_add(&pending, 1);
#else
  atomic_fetch_add(&pending, 1);
  if (isStopping) {
    countOut();
    return 0;
  }
#endif
  return 1;
}

static void *request(void *arg) {
  if (countIn()) {
    assert(!isStopped);
    countOut();
  }
  return arg;
}

static void *stop(void *arg) {
  isStopping = 1;
  countOut();
  BEGIN;
  WAIT_UNTIL(mayStop);
  END;
  isStopped = 1;
  return arg;
}

int main(void) {
  pthread_t stopper, t[N];
  pthread_create(&stopper, NULL, stop, NULL);
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, request, NULL);
  pthread_join(stopper, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
