/* N philosophers, five steps each: take one fork, take the other, eat, put them back in reverse order; the last one takes his right fork first (PDPOR, Table 1,
   din-N). Which forks lie on the table at the start is not known. Asserted: at most half of them eat at the same time; with -DBAD one fewer. With -DALL_EAT, that not all of
   them have eaten: which the first run refutes, if it begins with all forks on the table. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include "section.h"

#ifndef N
#define N 3
#endif
#ifdef BAD
#define SEATS (N / 2 - 1)
#else
#define SEATS (N / 2)
#endif

extern _Bool __VERIFIER_nondet_bool(void);

static unsigned char taken[N];
static int eating, fed;

static void take(size_t fork) {
  BEGIN;
  WAIT_UNTIL(!taken[fork]);
  taken[fork] = 1;
  END;
}

static void *dine(void *arg) {
  size_t seat = (size_t)arg, left = seat, right = (seat + 1) % N;
  size_t first = seat == N - 1 ? right : left, second = seat == N - 1 ? left : right;
  take(first);
  take(second);
  BEGIN;
  eating++;
  fed++;
#ifdef ALL_EAT
  assert(fed < N);
#else
  assert(eating <= SEATS);
#endif
  END;
  BEGIN;
  eating--;
  taken[second] = 0;
  END;
  BEGIN;
  taken[first] = 0;
  END;
  return NULL;
}

int main(void) {
  pthread_t t[N];
#ifndef ALL_ON_TABLE
  for (size_t i = 0; i < N; i++) taken[i] = __VERIFIER_nondet_bool();
#endif
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, dine, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
