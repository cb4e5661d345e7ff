/* Seed 1125, shrunk. Which object the section reads depends on who comes first: t2 before t1 before t0 is a trace of its own. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x, y;
static int *p = &x;

static void *t0(void *arg) {
  __VERIFIER_atomic_begin();
  p = &y;
  __VERIFIER_atomic_end();
  return arg;
}

static void *t1(void *arg) {
  int k = 0;
  __VERIFIER_atomic_begin();
  k = *p;
  __VERIFIER_atomic_end();
  (void)k;
  return arg;
}

static void *t2(void *arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, t0, 0);
  pthread_create(&t[1], 0, t1, 0);
  pthread_create(&t[2], 0, t2, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
