/* Two threads log through one callback, with the lock the library asks for. */
#include "log.h"
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void lock(bool on, void *data) {
  if (on) pthread_mutex_lock(data);
  else pthread_mutex_unlock(data);
}

static void count(log_Event *event) {
  lines += event->time->tm_sec >= 0;
}

static void *talk(void *argument) {
  log_info("a line");
  return argument;
}

int main(void) {
  pthread_t thread;
  log_set_lock(lock, &mutex);
  log_set_quiet(true);
  log_add_callback(count, 0, LOG_INFO);
  pthread_create(&thread, 0, talk, 0);
  log_info("another");
  pthread_join(thread, 0);
  assert(lines == 2);
  return 0;
}
