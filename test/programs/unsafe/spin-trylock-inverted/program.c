/* The result of a spin trylock is read the wrong way round: 0 means success.
 *
 * assert: unsafe. The thread that fails to take the lock works on the counter as if it had it; one update is lost.
 * race: unsafe for the same reason: the counter is written with and without the lock.
 * deadlock: safe: a thread that does take the lock gives it back unused, and the spinner then gets it. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int counter, expected;

static void *proper(void *arg) {
  pthread_spin_lock(&lock);
  counter++;
  pthread_spin_unlock(&lock);
  return arg;
}

static void *inverted(void *arg) {
  if (pthread_spin_trylock(&lock)) {
    counter++;
    expected++;
  } else {
    pthread_spin_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t1, NULL, proper, NULL);
  pthread_create(&t2, NULL, inverted, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(counter == 1 + expected);
  pthread_spin_destroy(&lock);
  return 0;
}
