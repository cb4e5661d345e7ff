/* A thread that cannot get the lock concludes that the other one holds it, and continues from there, with fences on both sides.
 *
 * race: unsafe. Fences synchronise through atomic objects only (C11 7.17.4), and a mutex is not one: a try-lock that fails orders nothing.
 * assert: none. deadlock: safe, the holder keeps the lock, but only after the other one is done with it. No heap.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *holder(void *arg) {
  x = 1;
  atomic_thread_fence(memory_order_seq_cst);
  pthread_mutex_lock(&lock);
  return arg;
}

static void *guesser(void *arg) {
  if (pthread_mutex_trylock(&lock) == 0) {
    pthread_mutex_unlock(&lock);
  } else {
    atomic_thread_fence(memory_order_seq_cst);
    x = 2;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, holder, NULL);
  pthread_create(&b, NULL, guesser, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
