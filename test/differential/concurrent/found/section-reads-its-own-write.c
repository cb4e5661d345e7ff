/* The second read of h sees what the section itself has written. Where races are judged by happens-before the solver was told that it
   sees a write from outside: the formula contradicted itself, and everything was safe. */
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int other;
static short h;

static void *t0(void *arg) {
  __VERIFIER_atomic_begin();
  h -= 1;
  h <<= 1;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t0, 0);
  int k = atomic_load_explicit(&other, memory_order_relaxed);
  return h + k;
}
