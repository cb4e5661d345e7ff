/* A futex by its number: the kernel's side of it is not modelled. */
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

static void *waiter(void *arg) {
  syscall(202, &word, 0, 0, NULL, NULL, 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_join(thread, NULL);
  return 0;
}
