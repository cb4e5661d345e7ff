// sem_{open,close,unlink}: creation, the same semaphore under the same name, EEXIST with O_EXCL, ENOENT without the name, and a
// semaphore that lives on after its name is gone. (The names differ by data model: the native objects do.)
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>

#define NAME (sizeof(void *) == 8 ? "/ravel-conformance-64" : "/ravel-conformance-32")

static void show(const char *what, int rc) {
  printf("%s: %d, errno %d\n", what, rc, rc ? errno : 0);
  errno = 0;
}

int main(void) {
  int value = -1;
  sem_unlink(NAME);
  show("open what is not there", -(sem_open(NAME, 0) == SEM_FAILED));
  sem_t *first = sem_open(NAME, O_CREAT | O_EXCL, 0600, 3);
  printf("created: %d\n", first != SEM_FAILED);
  show("create again", -(sem_open(NAME, O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED));
  sem_t *second = sem_open(NAME, O_CREAT, 0600, 9);
  printf("same: %d\n", first == second);
  show("wait", sem_wait(second));
  sem_getvalue(first, &value);
  printf("value %d\n", value);
  show("close", sem_close(second));
  show("unlink", sem_unlink(NAME));
  show("unlink again", sem_unlink(NAME));
  show("open what is gone", -(sem_open(NAME, 0) == SEM_FAILED));
  show("post after unlink", sem_post(first));
  sem_getvalue(first, &value);
  printf("value %d\n", value);
  show("close", sem_close(first));
  return 0;
}
