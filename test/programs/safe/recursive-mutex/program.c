/* A recursive mutex: the public function locks and calls another public function that locks again.
 *
 * deadlock: safe, the mutex is recursive. race: safe, all under it; it is free only after the outer unlock.
 * assert: safe, inside the outer section no other thread changes the sizes. No heap, small numbers.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static int length, high_water;

static void note_high_water(void) {
  pthread_mutex_lock(&lock);
  if (length > high_water) high_water = length;
  pthread_mutex_unlock(&lock);
}

static void *push(void *arg) {
  pthread_mutex_lock(&lock);
  length++;
  note_high_water();
  assert(high_water == length);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, push, NULL);
  pthread_create(&t2, NULL, push, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(high_water == 2);
  pthread_mutex_destroy(&lock);
  return 0;
}
