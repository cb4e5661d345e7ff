/* Lamport's bakery, one passage per thread, N threads, three steps each (PDPOR, Table 1, bak-N): take a number above all others, wait until it is the lowest, leave.
   Asserted: one thread at a time is inside. With -DBAD two threads may get the same number, because the largest is not counted up. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include "section.h"

#ifndef N
#define N 2
#endif
#ifdef BAD
#define NEXT(largest) ((largest) + ((largest) == 0))
#else
#define NEXT(largest) ((largest) + 1)
#endif

static int number[N], inside;

static void *pass(void *arg) {
  size_t me = (size_t)arg;
  BEGIN;
  int largest = 0;
  for (size_t i = 0; i < N; i++)
    if (number[i] > largest) largest = number[i];
  number[me] = NEXT(largest);
  END;
  BEGIN;
  int isMyTurn = 1;
  for (size_t i = 0; i < N; i++)
    if (i != me && number[i] != 0 && number[i] < number[me]) isMyTurn = 0;
  WAIT_UNTIL(isMyTurn);
  inside++;
  assert(inside == 1);
  END;
  BEGIN;
  inside--;
  number[me] = 0;
  END;
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, pass, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
