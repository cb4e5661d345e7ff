/* The home-made barrier with a generation number, used twice.
 *
 * deadlock: safe. A waiter leaves when the generation has changed, however far the others have run on.
 * assert: safe. After the first barrier both have finished the first phase. race: safe: phase counts are atomic, the rest
 *   is under the mutex. overflow: safe, unsigned. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open = PTHREAD_COND_INITIALIZER;
static unsigned arrived, generation;
static atomic_int done;

static void barrier(void) {
  pthread_mutex_lock(&lock);
  unsigned mine = generation;
  if (++arrived == 2) {
    arrived = 0;
    generation++;
    pthread_cond_broadcast(&open);
  } else {
    while (mine == generation) pthread_cond_wait(&open, &lock);
  }
  pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
  atomic_fetch_add(&done, 1);
  barrier();
  assert(atomic_load(&done) == 2);
  barrier();
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
