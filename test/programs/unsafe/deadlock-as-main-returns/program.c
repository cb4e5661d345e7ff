/* Two workers take two locks in different orders; main reads the clock twice and returns.
 *
 * deadlock: unsafe. The workers may wait for each other before main returns: the end of the process saves neither of them.
 * assert: safe, there is none. race: safe, nothing is shared but locks. No heap, no arithmetic.
 */
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *left(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); /* waits for right */
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void *right(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a); /* waits for left */
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, left, NULL);
  pthread_create(&t2, NULL, right, NULL);
  sleep(1);
  return 0;
}
