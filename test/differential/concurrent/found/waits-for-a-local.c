/* The section waits for a local of main, until p is moved: that it may come before the store to x was forgotten by none, dpor and optimal. */
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int y, seen;
static int *p;
static void *t1(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(*p == 0);
  seen = p != &y;
  __VERIFIER_atomic_end();
  return arg;
}
int main(void) {
  int x = 0;
  pthread_t t;
  p = &x;
  pthread_create(&t, 0, t1, 0);
  x = 1;
  __VERIFIER_atomic_begin(); p = &y; __VERIFIER_atomic_end();
  pthread_join(t, 0);
  assert(!seen);
  return 0;
}
