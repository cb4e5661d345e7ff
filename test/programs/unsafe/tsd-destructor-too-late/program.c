/* main waits for a semaphore that the worker posts as its last statement, not for the thread itself; but the total is
 * written by the key's destructor, which runs after that.
 *
 * assert: unsafe. main looks between the post and the destructor.
 * race: safe, total is atomic. deadlock: safe, the post always comes. No heap: the value is a static object.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_key_t key;
static sem_t finished;
static atomic_int total;
static int amount = 5;

static void flush(void *value) { atomic_fetch_add(&total, *(int *)value); }

static void *worker(void *arg) {
  pthread_setspecific(key, &amount);
  sem_post(&finished);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&finished, 0, 0);
  pthread_key_create(&key, flush);
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&finished);
  int seen = atomic_load(&total);
  pthread_join(thread, NULL);
  assert(seen == 5);
  return 0;
}
