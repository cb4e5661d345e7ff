/* As agse-fig2, but the start value may lie above the first value written.
 *
 * assert: unsafe. With a start value of 6 … 10 the reader sees it, then sees 5: a > b. The input alone is not enough
 *   (the reads must lie on both sides of the first write), the interleaving alone is not either.
 * race: safe, x is atomic. Nothing blocks, no arithmetic, no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int x;

static void *writer(void *arg) {
  x = 5;
  x = 10;
  return arg;
}

static void *reader(void *arg) {
  int a = x;
  int b = x;
  assert(a <= b);
  return arg;
}

int main(void) {
  int start = __VERIFIER_nondet_int();
  if (start > 10) return 0;
  x = start;
  pthread_t t1, t2;
  pthread_create(&t1, NULL, writer, NULL);
  pthread_create(&t2, NULL, reader, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
