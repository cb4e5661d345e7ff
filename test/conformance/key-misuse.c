// glibc only
// Keys that do not exist: setspecific and delete answer EINVAL, getspecific gives null.
#include <pthread.h>
#include <stdio.h>

int main(void) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  printf("set %d\n", pthread_setspecific(key, "value"));
  printf("delete %d\n", pthread_key_delete(key));
  printf("delete again %d\n", pthread_key_delete(key));
  printf("set %d\n", pthread_setspecific(key, "value"));
  printf("get null %d\n", pthread_getspecific(key) == NULL);
  return 0;
}
