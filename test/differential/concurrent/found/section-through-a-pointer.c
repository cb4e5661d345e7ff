#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int r[2], x, z;
static int *h = &z;

static void *move(void *arg) {
  __VERIFIER_atomic_begin();
  h = r;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  *h = 1;
  __VERIFIER_atomic_end();
  return arg;
}

static void *move_on(void *arg) {
  x = 1;
  __VERIFIER_atomic_begin();
  h = &r[1];
  __VERIFIER_atomic_end();
  return arg;
}

static void *clear(void *arg) {
  __VERIFIER_atomic_begin();
  r[0] = 0;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  __VERIFIER_atomic_begin();
  pthread_create(&a, 0, move, 0);
  pthread_create(&b, 0, move_on, 0);
  pthread_create(&c, 0, clear, 0);
  __VERIFIER_atomic_end();
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
