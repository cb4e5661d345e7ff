/* A process that forks while it has threads: there is no second process in the model. */
#include <pthread.h>
#include <unistd.h>

static void *idle(void *arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, idle, NULL);
  int child = fork();
  pthread_join(thread, NULL);
  return child < 0;
}
