/* Opposite lock orders with a deadline on one side.
 *
 * deadlock: safe, the timed lock ends by itself and its thread then releases what it holds.
 * assert: safe, the left side always counts, the right side if it was in time. race: safe, moved is under both locks.
 * No heap. uninit: the deadline is set.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static void *left(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  moved++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void *right(void *arg) {
  struct timespec deadline = {0, 0};
  pthread_mutex_lock(&b);
  if (pthread_mutex_timedlock(&a, &deadline) == 0) {
    moved++;
    pthread_mutex_unlock(&a);
  }
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, left, NULL);
  pthread_create(&t2, NULL, right, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(moved == 1 || moved == 2);
  return 0;
}
