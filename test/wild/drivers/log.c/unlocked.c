/* Two threads log, and the library was given no lock. */
#include "log.h"
#include <pthread.h>

static void *talk(void *argument) {
  log_info("a line");
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, talk, 0);
  log_info("another");
  pthread_join(thread, 0);
  return 0;
}
