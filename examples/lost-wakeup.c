/* A consumer sleeps until a message is there. It checks for the message without the lock: the producer can deliver and signal
 * after the check and before the sleep, and no thread signals again.
 *
 *   ravel check examples/lost-wakeup.c
 *
 * The cure: check while holding the lock, in a loop — `while (!delivered) pthread_cond_wait(&arrived, &lock);`
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static atomic_int delivered;

static void *producer(void *unused) {
  delivered = 1;
  pthread_cond_signal(&arrived);
  return unused;
}

static void *consumer(void *unused) {
  if (!delivered) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&arrived, &lock);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&c, NULL, consumer, NULL);
  pthread_create(&p, NULL, producer, NULL);
  pthread_join(c, NULL);
  pthread_join(p, NULL);
  return 0;
}
