#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int f, z;

static void *write_both(void *arg) {
  __VERIFIER_atomic_begin();
  f = 1;
  z = 2;
  __VERIFIER_atomic_end();
  return arg;
}

static void *look_then_write(void *arg) {
  __VERIFIER_atomic_begin();
  int seen = f;
  __VERIFIER_atomic_end();
  if (seen) z = 3;
  return arg;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, write_both, NULL);
  pthread_create(&t, NULL, look_then_write, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  return 0;
}
