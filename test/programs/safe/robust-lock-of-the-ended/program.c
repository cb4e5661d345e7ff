/* A thread ends with a robust mutex locked; the next owner learns of it and repairs it, while main continues.
 *
 * deadlock: safe. The mutex is robust: waiting for it ends with EOWNERDEAD once its owner has ended.
 * assert: safe, the second finds the mutex free or its owner dead. race: safe, broken is used under the mutex. No heap, small numbers.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m;
static int broken;

static void *forget(void *arg) {
  if (pthread_mutex_lock(&m) == EOWNERDEAD) pthread_mutex_consistent(&m);
  broken = 1;
  return arg;
}

static void *repair(void *arg) {
  int error = pthread_mutex_lock(&m);
  assert(error == 0 || error == EOWNERDEAD);
  assert(error == 0 ? !broken : broken);
  if (error == EOWNERDEAD) pthread_mutex_consistent(&m);
  broken = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_t t1, t2;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &robust);
  pthread_create(&t1, NULL, forget, NULL);
  pthread_create(&t2, NULL, repair, NULL);
  pthread_join(t2, NULL);
  pthread_join(t1, NULL);
  return 0;
}
