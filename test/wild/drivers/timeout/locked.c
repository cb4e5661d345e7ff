/* Two threads start a timer each, under a lock; time passes, and they come out in the order in which they are due. */
#include <stdbool.h>
#include <stdio.h>
#include <sys/queue.h>
#include <assert.h>
#include <pthread.h>
#include "timeout.h"

static struct timeouts *wheel;
static struct timeout soon, late;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(struct timeout *timer, timeout_t when) {
  timeout_init(timer, 0);
  pthread_mutex_lock(&lock);
  timeouts_add(wheel, timer, when);
  pthread_mutex_unlock(&lock);
}

static void *start(void *argument) {
  add(&late, 100);
  return argument;
}

int main(void) {
  pthread_t thread;
  int error;
  wheel = timeouts_open(0, &error);
  pthread_create(&thread, NULL, start, NULL);
  add(&soon, 10);
  pthread_join(thread, NULL);
  timeouts_update(wheel, 50);
  assert(timeouts_get(wheel) == &soon && timeouts_get(wheel) == NULL);
  timeouts_update(wheel, 100);
  assert(timeouts_get(wheel) == &late && !timeouts_pending(wheel));
  timeouts_close(wheel);
  return 0;
}
