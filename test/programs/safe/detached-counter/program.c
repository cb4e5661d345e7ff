/* Detached threads report through a semaphore, since no thread can join them.
 *
 * assert: safe, both have counted when main has waited twice. race: safe, hits is atomic. deadlock: safe, two posts for two
 *   waits. memory: safe, no thread joins them, and the arguments are static. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t reported;
static atomic_int hits;

static void *handler(void *arg) {
  atomic_fetch_add(&hits, 1);
  sem_post(&reported);
  return arg;
}

int main(void) {
  pthread_attr_t attributes;
  sem_init(&reported, 0, 0);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < 2; i++) {
    pthread_t ignored;
    pthread_create(&ignored, &attributes, handler, NULL);
  }
  pthread_attr_destroy(&attributes);
  sem_wait(&reported);
  sem_wait(&reported);
  assert(atomic_load(&hits) == 2);
  return 0;
}
