/* In the end the section waits for y; that it could have gone on before the store to x was forgotten by dpor and optimal. */
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x, y = 1, seen;
static int *p = &x;
static void *t0(void *arg) {
  __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin(); p = &y; __VERIFIER_atomic_end();
  return arg;
}
static void *t1(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(*p == 0);
  __VERIFIER_atomic_end();
  assert(0);
  return arg;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, t0, 0);
  pthread_create(&t[1], 0, t1, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
