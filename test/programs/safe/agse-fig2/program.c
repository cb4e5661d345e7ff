/* A symbolic start value, two writes that only ever raise it, two reads that must not see it fall.
 *
 * assert: safe. x starts at most 5 and goes to 5 and then 10, so a later read is never smaller than an earlier one.
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
  if (start > 5) return 0;
  x = start;
  pthread_t t1, t2;
  pthread_create(&t1, NULL, writer, NULL);
  pthread_create(&t2, NULL, reader, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
