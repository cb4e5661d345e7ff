/* AGSE, Fig. 4: each of two threads counts x up and tests what it was, then y; x and y are not known at the start. There is no assertion in the figure; with -DBAD there is one, which
   two different threads that see 0 cannot both satisfy. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include "section.h"

extern int __VERIFIER_nondet_int(void);

static int x, y, seenX[2], seenY[2];

static void *work(void *arg) {
  size_t me = (size_t)arg;
  unsigned a;
  BEGIN;
  a = (unsigned)x;
  x = (int)(a + 1);
  END;
  int first, second;
  if (a == 0)
    first = 1;
  else
    first = 2;
  BEGIN;
  a = (unsigned)y;
  y = (int)(a + 1);
  END;
  if (a == 0)
    second = 1;
  else
    second = 2;
  seenX[me] = first;
  seenY[me] = second;
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  x = __VERIFIER_nondet_int();
  y = __VERIFIER_nondet_int();
  pthread_create(&t1, NULL, work, (void *)0);
  pthread_create(&t2, NULL, work, (void *)1);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
#ifdef BAD
  assert(!(seenX[0] == 1 && seenY[1] == 1));
#endif
  return 0;
}
