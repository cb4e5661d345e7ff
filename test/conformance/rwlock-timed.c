// pthread_rwlock_{timedrdlock,timedwrlock}: 0 if available whatever the deadline, ETIMEDOUT if kept by main, EINVAL for a
// malformed deadline.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_rwlock_t lock;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static struct timespec soon(void) {
  struct timespec ts;
  clock_gettime(CLOCK_REALTIME, &ts);
  ts.tv_nsec += 5000000;
  if (ts.tv_nsec >= 1000000000) ts.tv_sec++, ts.tv_nsec -= 1000000000;
  return ts;
}

static void *under_writer(void *arg) {
  struct timespec ts = soon(), wrong = {1, -5};
  show("  read under a writer", pthread_rwlock_timedrdlock(&lock, &ts));
  show("  write under a writer", pthread_rwlock_timedwrlock(&lock, &ts));
  show("  malformed", pthread_rwlock_timedrdlock(&lock, &wrong));
  return arg;
}

static void *under_reader(void *arg) {
  struct timespec ts = soon(), wrong = {1, 1000000000};
  show("  write under a reader", pthread_rwlock_timedwrlock(&lock, &ts));
  show("  malformed", pthread_rwlock_timedwrlock(&lock, &wrong));
  show("  read under a reader", pthread_rwlock_timedrdlock(&lock, &ts));
  show("  unlock", pthread_rwlock_unlock(&lock));
  return arg;
}

int main(void) {
  struct timespec past = {1, 0};
  pthread_t t;
  show("init", pthread_rwlock_init(&lock, NULL));
  show("write", pthread_rwlock_timedwrlock(&lock, &past));
  pthread_create(&t, NULL, under_writer, NULL);
  pthread_join(t, NULL);
  show("unlock", pthread_rwlock_unlock(&lock));
  show("read", pthread_rwlock_timedrdlock(&lock, &past));
  pthread_create(&t, NULL, under_reader, NULL);
  pthread_join(t, NULL);
  show("unlock", pthread_rwlock_unlock(&lock));
  show("destroy", pthread_rwlock_destroy(&lock));
  return 0;
}
