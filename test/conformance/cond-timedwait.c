// pthread_cond_timedwait that no thread signals: ETIMEDOUT, the mutex given back meanwhile and held again afterwards; EINVAL for
// a malformed deadline. A signal sent before is not remembered.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int entered;

static void *enter(void *arg) {
  pthread_mutex_lock(&lock);
  entered = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *try_it(void *arg) {
  (void)arg;
  return (void *)(intptr_t)pthread_mutex_trylock(&lock);
}

static int wait_until(struct timespec ts) {
  int rc;
  while ((rc = pthread_cond_timedwait(&cond, &lock, &ts)) == 0) {}
  return rc;
}

int main(void) {
  struct timespec ts;
  pthread_t t;
  void *rc;
  pthread_mutex_lock(&lock);
  printf("signal before: %d\n", pthread_cond_signal(&cond));
  clock_gettime(CLOCK_REALTIME, &ts);
  ts.tv_nsec += 5000000;
  if (ts.tv_nsec >= 1000000000) ts.tv_sec++, ts.tv_nsec -= 1000000000;
  printf("soon: %d\n", wait_until(ts));
  pthread_create(&t, NULL, try_it, NULL);
  pthread_join(t, &rc);
  printf("mutex held: another thread gets %d\n", (int)(intptr_t)rc);
  printf("past: %d\n", wait_until((struct timespec){1, 0}));
  printf("malformed: %d\n", pthread_cond_timedwait(&cond, &lock, &(struct timespec){1, 1000000000}));
  printf("negative: %d\n", pthread_cond_timedwait(&cond, &lock, &(struct timespec){1, -1}));

  pthread_create(&t, NULL, enter, NULL);
  while (!entered) pthread_cond_timedwait(&cond, &lock, &ts);
  printf("the mutex was given back: %d\n", entered);
  printf("unlock: %d\n", pthread_mutex_unlock(&lock));
  pthread_join(t, NULL);
  return 0;
}
