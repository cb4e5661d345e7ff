/* Two threads measure how far their samples are from zero and keep the larger distance. Samples lie at the lower end of int.
 *
 * assert, race: safe, the maximum is kept under a lock, and one distance is not larger than it. Nothing else is shared; no heap.
 * overflow: unsafe. abs(INT_MIN) does not fit an int.
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int farthest;

static void *measure(void *arg) {
  int distance = abs(INT_MIN + (__VERIFIER_nondet_uchar() & 3));
  pthread_mutex_lock(&lock);
  if (distance > farthest) farthest = distance;
  assert(farthest >= distance);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, measure, NULL);
  pthread_create(&t2, NULL, measure, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
