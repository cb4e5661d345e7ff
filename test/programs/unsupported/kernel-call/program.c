/* A memory barrier in all threads by its number: the call is not modelled. */
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

static void *waiter(void *arg) {
  syscall(324, 1, 0, &word);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_join(thread, NULL);
  return 0;
}
