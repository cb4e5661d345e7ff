// sleep, usleep, nanosleep, clock_nanosleep, sched_yield: results, refused arguments, and that main's sleeping stops no thread.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void *work(void *arg) {
  *(int *)arg = 5;
  return NULL;
}

int main(void) {
  struct timespec brief = {0, 1000000}, wrong = {0, 1000000000}, negative = {-1, 0}, past = {1, 0}, rest = {9, 9};
  pthread_t t;
  int value = 0;
  printf("sleep %u\n", sleep(0));
  printf("usleep %d %d\n", usleep(0), usleep(500));
  printf("nanosleep %d %d\n", nanosleep(&brief, NULL), nanosleep(&brief, &rest));
  errno = 0;
  printf("malformed %d", nanosleep(&wrong, NULL));
  printf(", errno %d\n", errno);
  errno = 0;
  printf("negative %d", nanosleep(&negative, &rest));
  printf(", errno %d\n", errno);
  printf("clock_nanosleep %d", clock_nanosleep(CLOCK_MONOTONIC, 0, &brief, NULL));
  printf(" %d", clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &past, NULL));
  printf(" %d", clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, NULL));
  printf(" %d\n", clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &brief, NULL));
  printf("sched_yield %d\n", sched_yield());
  pthread_create(&t, NULL, work, &value);
  usleep(2000);
  pthread_join(t, NULL);
  printf("value %d\n", value);
  return 0;
}
