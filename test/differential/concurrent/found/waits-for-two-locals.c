/* As waits-for-a-local.c, but the pointer is a local of main, too. */
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int y, z, seen;
static int **p;
static void *t1(void *arg) {
  __VERIFIER_atomic_begin(); z = 1; __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(**p == 0);
  seen = *p != &y;
  __VERIFIER_atomic_end();
  return arg;
}
int main(void) {
  int x = 0;
  int *q = &x;
  pthread_t t;
  p = &q;
  pthread_create(&t, 0, t1, 0);
  x = 1;
  q = &y;
  pthread_join(t, 0);
  assert(!seen);
  return 0;
}
