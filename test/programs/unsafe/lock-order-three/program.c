/* A cycle through three locks: no two of the threads take the same pair.
 *
 * deadlock: unsafe, when each thread holds its first lock. Any two threads alone are harmless.
 * race: safe, steps is atomic. assert: safe, three when the process ends. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static atomic_int steps;

static void *worker(void *arg) {
  int first = (int)(intptr_t)arg, second = (first + 1) % 3;
  pthread_mutex_lock(&lock[first]);
  pthread_mutex_lock(&lock[second]);
  atomic_fetch_add(&steps, 1);
  pthread_mutex_unlock(&lock[second]);
  pthread_mutex_unlock(&lock[first]);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (intptr_t i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(atomic_load(&steps) == 3);
  return 0;
}
