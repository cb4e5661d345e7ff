/* 2N producers, each with a store of its own; then N of them add to x and N double it (PDPOR, Table 1, p/c-N). A consumer copies x once. Asserted: the copy is at
   most N * 2^N. With -DRESOURCE there is no consumer, and the bound holds at all times. With -DBAD the bound is one too small. For N above 20, x has 64 bits. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include "section.h"

#ifndef N
#define N 2
#endif
#if N > 20
typedef long long number;
#else
typedef int number;
#endif
#ifdef BAD
#define BOUND (N * ((number)1 << N) - 1)
#else
#define BOUND (N * ((number)1 << N))
#endif
#ifdef RESOURCE
#define CHECK assert(x <= BOUND)
#else
#define CHECK (void)0
#endif

static atomic_int own[2 * N];
static number x, copy;

static void *increment(void *arg) {
  own[(size_t)arg] = 1;
  BEGIN;
  x += 1;
  CHECK;
  END;
  return NULL;
}

static void *duplicate(void *arg) {
  own[(size_t)arg] = 1;
  BEGIN;
  x *= 2;
  CHECK;
  END;
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  BEGIN;
  copy = x;
  END;
  return NULL;
}

int main(void) {
  pthread_t t[2 * N], consumer;
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, increment, (void *)i);
  for (size_t i = N; i < 2 * N; i++) pthread_create(&t[i], NULL, duplicate, (void *)i);
#ifndef RESOURCE
  pthread_create(&consumer, NULL, consume, NULL);
#endif
  for (size_t i = 0; i < 2 * N; i++) pthread_join(t[i], NULL);
#ifndef RESOURCE
  pthread_join(consumer, NULL);
#endif
  assert(copy <= BOUND);
  return 0;
}
