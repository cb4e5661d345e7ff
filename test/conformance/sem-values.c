// sem_{init,wait,trywait,post,getvalue,destroy}: the value goes up and down, trywait at zero is -1 with EAGAIN, and errors leave
// the value alone.
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t sem;

static void show(const char *what, int rc) {
  int value = -1, error = rc ? errno : 0, get = sem_getvalue(&sem, &value);
  printf("%s: %d, errno %d, value %d (%d)\n", what, rc, error, value, get);
  errno = 0;
}

int main(void) {
  show("init 2", sem_init(&sem, 0, 2));
  show("wait", sem_wait(&sem));
  show("try", sem_trywait(&sem));
  show("try", sem_trywait(&sem));
  show("post", sem_post(&sem));
  show("post", sem_post(&sem));
  show("post", sem_post(&sem));
  show("try", sem_trywait(&sem));
  show("wait", sem_wait(&sem));
  show("wait", sem_wait(&sem));
  show("try", sem_trywait(&sem));
  printf("destroy %d\n", sem_destroy(&sem));
  show("init 0, shared", sem_init(&sem, 1, 0));
  show("post", sem_post(&sem));
  printf("destroy %d\n", sem_destroy(&sem));
  show("init with the greatest value", sem_init(&sem, 0, SEM_VALUE_MAX));
  show("post overflows", sem_post(&sem));
  show("wait", sem_wait(&sem));
  show("post", sem_post(&sem));
  sem_destroy(&sem);
  errno = 0;
  int rc = sem_init(&sem, 0, (unsigned)SEM_VALUE_MAX + 1);
  printf("init too great: %d, errno %d\n", rc, errno);
  return 0;
}
