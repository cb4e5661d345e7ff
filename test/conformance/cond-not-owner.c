// pthread_cond_wait and timedwait with an error-checking or robust mutex that the caller does not hold: EPERM at once.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t checking;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *other(void *arg) {
  struct timespec past = {1, 0};
  show("  other waits", pthread_cond_wait(&cond, &checking));
  show("  other waits, timed", pthread_cond_timedwait(&cond, &checking, &past));
  return arg;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_t t;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &attr);
  pthread_mutexattr_destroy(&attr);
  show("wait without the mutex", pthread_cond_wait(&cond, &checking));
  show("lock", pthread_mutex_lock(&checking));
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  show("unlock", pthread_mutex_unlock(&checking));
  show("destroy", pthread_mutex_destroy(&checking));
  return 0;
}
