/* An error-checking mutex reports relocking and foreign unlocking instead of hanging.
 *
 * deadlock: safe, the second lock returns EDEADLK and the unlock of a mutex not held returns EPERM.
 * assert: safe, these are the documented return values. race: safe, inside is under the mutex. No heap.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static int inside;

static void *owner(void *arg) {
  pthread_mutex_lock(&lock);
  inside = 1;
  assert(pthread_mutex_lock(&lock) == EDEADLK);
  inside = 0;
  assert(pthread_mutex_unlock(&lock) == 0);
  return arg;
}

static void *intruder(void *arg) {
  assert(pthread_mutex_unlock(&lock) == EPERM);
  pthread_mutex_lock(&lock);
  assert(inside == 0);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attributes);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, owner, NULL);
  pthread_create(&t2, NULL, intruder, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
