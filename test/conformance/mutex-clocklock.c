// pthread_mutex_clocklock: as timedlock, against a given clock; a clock it does not know is EINVAL.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *other(void *arg) {
  (void)arg;
  struct timespec past = {0, 0}, wrong = {0, 1000000000};
  show("  other, monotonic", pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &past));
  show("  other, realtime", pthread_mutex_clocklock(&m, CLOCK_REALTIME, &past));
  show("  other, malformed", pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &wrong));
  show("  other, cpu clock", pthread_mutex_clocklock(&m, CLOCK_PROCESS_CPUTIME_ID, &past));
  return NULL;
}

int main(void) {
  struct timespec past = {0, 0};
  pthread_t t;
  show("free", pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &past));
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  show("unlock", pthread_mutex_unlock(&m));
  return 0;
}
