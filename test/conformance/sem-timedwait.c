// sem_timedwait and sem_clockwait: 0 if the value is positive whatever the deadline, -1 with ETIMEDOUT if no thread posts, -1 with
// EINVAL for a malformed deadline.
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

static sem_t sem;

static void show(const char *what, int rc) {
  int error = rc ? errno : 0, value = -1;
  sem_getvalue(&sem, &value);
  printf("%s: %d, errno %d, value %d\n", what, rc, error, value);
  errno = 0;
}

int main(void) {
  struct timespec past = {1, 0}, wrong = {1, 1000000000}, negative = {1, -1}, soon;
  sem_init(&sem, 0, 2);
  show("free, past", sem_timedwait(&sem, &past));
  show("free, monotonic", sem_clockwait(&sem, CLOCK_MONOTONIC, &past));
  show("past", sem_timedwait(&sem, &past));
  show("malformed", sem_timedwait(&sem, &wrong));
  show("negative", sem_timedwait(&sem, &negative));
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_nsec += 5000000;
  if (soon.tv_nsec >= 1000000000) soon.tv_sec++, soon.tv_nsec -= 1000000000;
  show("soon", sem_timedwait(&sem, &soon));
  show("monotonic, past", sem_clockwait(&sem, CLOCK_MONOTONIC, &(struct timespec){0, 0}));
  show("cpu clock", sem_clockwait(&sem, CLOCK_PROCESS_CPUTIME_ID, &past));
  show("post", sem_post(&sem));
  show("free, soon", sem_timedwait(&sem, &soon));
  printf("destroy %d\n", sem_destroy(&sem));
  return 0;
}
