/* Three threads join each other in a circle until main cancels one of them.
 *
 * deadlock: safe. A join is a cancellation point: the first one ends, and then those who wait for it, one after the other.
 * assert: safe, the first ends by cancellation alone, since the thread it joins waits for it. race: safe, the identifiers are written before the
 * barrier. memory: safe, each is joined once. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t threads[3];
static const int numbers[3] = {0, 1, 2};
static pthread_barrier_t created;

static void *join_next(void *arg) {
  int i = *(const int *)arg;
  void *result;
  pthread_barrier_wait(&created);
  pthread_join(threads[(i + 1) % 3], &result);
  assert(i == 2 ? result == PTHREAD_CANCELED : i == 1);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&created, NULL, 4);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, join_next, (void *)&numbers[i]);
  pthread_barrier_wait(&created);
  pthread_cancel(threads[0]);
  pthread_exit(NULL);
}
