/* Closely coupled processes: one adds, the other doubles, each update checked in the same atomic section.
 *
 * assert: safe. The largest value is reached with both additions first: (0 + 1 + 1) * 2 * 2 = 8.
 * race: safe, x is touched in atomic sections only. Nothing blocks, no heap, values up to 8.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#define LIMIT 8

static int x = 0;

static void *adder(void *arg) {
  __VERIFIER_atomic_begin();
  x += 1;
  assert(x <= LIMIT);
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  x += 1;
  assert(x <= LIMIT);
  __VERIFIER_atomic_end();
  return arg;
}

static void *doubler(void *arg) {
  __VERIFIER_atomic_begin();
  x *= 2;
  assert(x <= LIMIT);
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  x *= 2;
  assert(x <= LIMIT);
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, adder, NULL);
  pthread_create(&t2, NULL, doubler, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
