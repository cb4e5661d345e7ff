/* Two workers take two locks in different orders while main waits busily for both.
 *
 * deadlock: unsafe. The workers wait for each other's lock. That main spins is their fault, and no deadlock by itself.
 * assert: safe, there is none. race: safe, done is atomic. No heap, done is at most 2.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *left(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); /* waits for right */
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  atomic_fetch_add(&done, 1);
  return arg;
}

static void *right(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a); /* waits for left */
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  atomic_fetch_add(&done, 1);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, left, NULL);
  pthread_create(&t2, NULL, right, NULL);
  while (atomic_load(&done) < 2);
  return 0;
}
