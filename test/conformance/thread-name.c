// pthread_setname_np and pthread_getname_np: round trip per thread, a name of 16 characters is too long, and a buffer
// below 16 bytes too short.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t named, go;

static void *child(void *arg) {
  (void)arg;
  printf("child sets: %d\n", pthread_setname_np(pthread_self(), "worker"));
  sem_post(&named);
  sem_wait(&go);
  return NULL;
}

int main(void) {
  pthread_t t;
  char name[16] = "";
  sem_init(&named, 0, 0);
  sem_init(&go, 0, 0);
  printf("set: %d\n", pthread_setname_np(pthread_self(), "conductor"));
  printf("get: %d, ", pthread_getname_np(pthread_self(), name, sizeof name));
  printf("%s\n", name);
  printf("15 characters: %d\n", pthread_setname_np(pthread_self(), "123456789012345"));
  printf("16 characters: %d\n", pthread_setname_np(pthread_self(), "1234567890123456"));
  printf("get: %d, ", pthread_getname_np(pthread_self(), name, sizeof name));
  printf("%s\n", name);
  printf("short buffer: %d\n", pthread_getname_np(pthread_self(), name, 4));

  pthread_create(&t, NULL, child, NULL);
  sem_wait(&named);
  printf("get child's: %d, ", pthread_getname_np(t, name, sizeof name));
  printf("%s\n", name);
  printf("set child's: %d\n", pthread_setname_np(t, "helper"));
  pthread_getname_np(t, name, sizeof name);
  printf("child %s\n", name);
  pthread_getname_np(pthread_self(), name, sizeof name);
  printf("main %s\n", name);
  sem_post(&go);
  pthread_join(t, NULL);
  return 0;
}
