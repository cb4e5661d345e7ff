/* Two threads start a timer each on one wheel, without a lock. */
#include <stdbool.h>
#include <stdio.h>
#include <sys/queue.h>
#include <pthread.h>
#include "timeout.h"

static struct timeouts *wheel;
static struct timeout timers[2];

static void *start(void *argument) {
  timeouts_add(wheel, &timers[1], 10);
  return argument;
}

int main(void) {
  pthread_t thread;
  int error;
  wheel = timeouts_open(0, &error);
  timeout_init(&timers[0], 0);
  timeout_init(&timers[1], 0);
  pthread_create(&thread, NULL, start, NULL);
  timeouts_add(wheel, &timers[0], 10);
  pthread_join(thread, NULL);
  timeouts_close(wheel);
  return 0;
}
