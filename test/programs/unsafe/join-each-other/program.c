/* Two threads join each other. POSIX lets an implementation notice that (EDEADLK) but does not demand it, and glibc looks before it registers:
 * both may have looked when both begin to wait.
 *
 * deadlock: unsafe. Each waits for the other to end.
 * assert: safe, there is none. race: safe, the identifiers are written before the barrier. memory: safe, no thread is joined twice. No heap.
 */
#include <pthread.h>
#include <stddef.h>

static pthread_t threads[2];
static pthread_barrier_t created;

static void *first(void *arg) {
  pthread_barrier_wait(&created);
  pthread_join(threads[1], NULL); /* the second */
  return arg;
}

static void *second(void *arg) {
  pthread_barrier_wait(&created);
  pthread_join(threads[0], NULL); /* the first */
  return arg;
}

int main(void) {
  pthread_barrier_init(&created, NULL, 3);
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_barrier_wait(&created);
  pthread_exit(NULL); /* waits for both */
}
