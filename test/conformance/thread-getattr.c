// pthread_getattr_np: the attributes a thread was created with, asked for by the thread itself and by its creator;
// pthread_{get,set}attr_default_np.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t done;

static void show(const char *what, pthread_t t) {
  pthread_attr_t attr;
  int state = -1;
  size_t size = 0;
  int rc = pthread_getattr_np(t, &attr);
  pthread_attr_getdetachstate(&attr, &state);
  pthread_attr_getstacksize(&attr, &size);
  printf("%s: %d, detached %d, stack at least 128k %d\n", what, rc, state == PTHREAD_CREATE_DETACHED, size >= 128 * 1024);
  pthread_attr_destroy(&attr);
}

static void *work(void *arg) {
  show(arg, pthread_self());
  sem_post(&done);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_attr_t attr;
  size_t size = 0;
  sem_init(&done, 0, 0);
  pthread_create(&t, NULL, work, "default");
  sem_wait(&done);
  show("by its creator", t);
  pthread_join(t, NULL);
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attr, 256 * 1024);
  pthread_create(&t, &attr, work, "created detached");
  sem_wait(&done);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
  printf("set default: %d\n", pthread_setattr_default_np(&attr));
  pthread_attr_destroy(&attr);
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, 512 * 1024);
  pthread_attr_destroy(&attr);
  printf("get default: %d, ", pthread_getattr_default_np(&attr));
  pthread_attr_getstacksize(&attr, &size);
  printf("stack %u\n", (unsigned)size);
  pthread_attr_destroy(&attr);
  return 0;
}
