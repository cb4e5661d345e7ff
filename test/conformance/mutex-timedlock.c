// pthread_mutex_timedlock: 0 if the mutex is free whatever the deadline, ETIMEDOUT if a thread keeps it, EINVAL for
// a malformed deadline if it would have to wait, EDEADLK for an error-checking and one more level for a recursive one.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t plain, checking, recursive;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static int timed(pthread_mutex_t *m) {
  struct timespec ts;
  clock_gettime(CLOCK_REALTIME, &ts);
  ts.tv_nsec += 5000000;
  if (ts.tv_nsec >= 1000000000) ts.tv_sec++, ts.tv_nsec -= 1000000000;
  return pthread_mutex_timedlock(m, &ts);
}

static void *other(void *arg) {
  struct timespec wrong = {1, -1}, past = {1, 0};
  show("  other, malformed", pthread_mutex_timedlock(arg, &wrong));
  show("  other, past", pthread_mutex_timedlock(arg, &past));
  show("  other", timed(arg));
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_t t;
  struct timespec past = {1, 0};
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&plain, &attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &attr);
  pthread_mutexattr_destroy(&attr);

  show("free, past", pthread_mutex_timedlock(&plain, &past));
  pthread_create(&t, NULL, other, &plain);
  pthread_join(t, NULL);
  show("own normal mutex", timed(&plain));
  show("unlock", pthread_mutex_unlock(&plain));
  show("checking", timed(&checking));
  show("checking again", timed(&checking));
  show("recursive", timed(&recursive));
  show("recursive again", timed(&recursive));
  show("unlock", pthread_mutex_unlock(&recursive));
  pthread_create(&t, NULL, other, &recursive);
  pthread_join(t, NULL);
  show("unlock", pthread_mutex_unlock(&recursive));
  show("unlock too often", pthread_mutex_unlock(&recursive));
  show("unlock", pthread_mutex_unlock(&checking));
  return 0;
}
