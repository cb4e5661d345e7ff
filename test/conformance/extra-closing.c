// A named semaphore that is closed too often, and a C11 thread that is detached too late.
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>

static int idle(void *arg) { return arg != NULL; }

int main(void) {
  sem_unlink("/ravel-extra-closing");
  sem_t *sem = sem_open("/ravel-extra-closing", O_CREAT, 0600, 1);
  printf("%d", sem_close(sem));
  int again = sem_close(sem);
  printf(" %d %d\n", again, errno);
  sem_unlink("/ravel-extra-closing");
  thrd_t thread;
  thrd_create(&thread, idle, NULL);
  int result = 5;
  printf("%d", thrd_join(thread, &result));
  printf(" %d\n", result);
  return 0;
}
