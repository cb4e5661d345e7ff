/* A counter that is meant to stop at INT_MAX, checked and incremented without a lock.
 *
 * overflow: unsafe. Both threads pass the check at INT_MAX - 1; the second one adds to INT_MAX.
 * race: unsafe, level is plain. assert: none. Nothing blocks, no heap.
 */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

static int level = INT_MAX - 1;

static void *raise_level(void *arg) {
  if (level < INT_MAX)
    level = level + 1;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, raise_level, NULL);
  pthread_create(&t2, NULL, raise_level, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
