/* A multiplex: two permits, three threads, never more than two inside.
 *
 * assert: safe, the semaphore admits two. deadlock: safe, every permit is returned. race: safe, inside is atomic.
 * No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t permits;
static atomic_int inside;

static void *download(void *arg) {
  sem_wait(&permits);
  assert(atomic_fetch_add(&inside, 1) < 2);
  atomic_fetch_sub(&inside, 1);
  sem_post(&permits);
  return arg;
}

int main(void) {
  sem_init(&permits, 0, 2);
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, download, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  sem_destroy(&permits);
  return 0;
}
