/* AGSE, Fig. 4: each of two threads counts x up and tests what it was, then y; x and y are not known at the start. Nothing is asserted in the figure; with -DBAD, that no thread sees 0
   twice. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include "section.h"

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned x, y;

static void *work(void *arg) {
  unsigned a;
  size_t seen = 0;
  BEGIN;
  a = x++;
  END;
  if (a == 0)
    seen += 1;
  else
    seen += 2;
  BEGIN;
  a = y++;
  END;
  if (a == 0)
    seen += 10;
  else
    seen += 20;
#ifdef BAD
  assert(seen != 11);
#endif
  (void)arg;
  return (void *)seen;
}

int main(void) {
  pthread_t t1, t2;
  x = __VERIFIER_nondet_uint();
  y = __VERIFIER_nondet_uint();
  pthread_create(&t1, NULL, work, NULL);
  pthread_create(&t2, NULL, work, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
