/* A counter under a mutex, three threads.
 *
 * assert: safe, each read-add-write is one critical section.
 * race: safe, all accesses are under the mutex or after the joins.
 * deadlock: safe, one lock, always released. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static void *serve(void *arg) {
  pthread_mutex_lock(&lock);
  hits++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, serve, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(hits == 3);
  return 0;
}
