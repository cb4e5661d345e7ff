/* Two workers take two locks in different orders while main serves forever.
 *
 * deadlock: unsafe. left holds a and waits for b, right holds b and waits for a; what main does helps neither.
 * assert: safe, there is none. race: safe, requests is used by main alone. No heap, requests is 0 or 1.
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static int requests;

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
  for (;;) {
    pthread_mutex_lock(&c);
    requests ^= 1;
    pthread_mutex_unlock(&c);
  }
}
