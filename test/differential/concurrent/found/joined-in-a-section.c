/* Main joins two threads in one section: that the first has ended does not mean that main waits for it for ever. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;

static void *t0(void *arg) {
  return arg;
}

static void *t1(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, t0, 0);
  pthread_create(&t[1], 0, t1, 0);
  __VERIFIER_atomic_begin();
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  __VERIFIER_atomic_end();
  return x - 1;
}
