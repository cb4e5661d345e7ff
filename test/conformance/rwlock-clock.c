// pthread_rwlock_{clockrdlock,clockwrlock}: as the timed forms, against a given clock.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *other(void *arg) {
  struct timespec past = {0, 0};
  show("  read", pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &past));
  show("  write", pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, &past));
  show("  cpu clock", pthread_rwlock_clockrdlock(&lock, CLOCK_PROCESS_CPUTIME_ID, &past));
  return arg;
}

int main(void) {
  struct timespec past = {0, 0};
  pthread_t t;
  show("write", pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &past));
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  show("unlock", pthread_rwlock_unlock(&lock));
  show("read", pthread_rwlock_clockrdlock(&lock, CLOCK_REALTIME, &past));
  show("unlock", pthread_rwlock_unlock(&lock));
  return 0;
}
