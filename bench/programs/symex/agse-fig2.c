/* AGSE, Fig. 2: two stores and two loads of one variable, whose first value is not known; above 5 main returns at once. Asserted: the second load does not see less than the first. With
   -DBAD main returns above 10 only: a first value of 7 falls to 5. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BAD
#define LIMIT 10
#else
#define LIMIT 5
#endif

extern int __VERIFIER_nondet_int(void);

static atomic_int x;

static void *store(void *arg) {
  x = 5;
  x = 10;
  return arg;
}

static void *load(void *arg) {
  int a = x;
  int b = x;
  assert(a <= b);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  int first = __VERIFIER_nondet_int();
  if (first > LIMIT) return 0;
  x = first;
  pthread_create(&t1, NULL, store, NULL);
  pthread_create(&t2, NULL, load, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
