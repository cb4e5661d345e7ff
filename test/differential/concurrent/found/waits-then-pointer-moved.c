/* Seed 4000186, shrunk. Once p is moved the section does not look at x, which made it wait: that it may come before the store to x was forgotten
   by dpor and optimal, which then missed the violation. */
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x, y, seen;
static int *p = &x;
static void *t0(void *arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  p = &y;
  __VERIFIER_atomic_end();
  return arg;
}
static void *t1(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(*p == 0);
  seen = p == &x;
  __VERIFIER_atomic_end();
  return arg;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, t0, 0);
  pthread_create(&t[1], 0, t1, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(!seen);
  return 0;
}
