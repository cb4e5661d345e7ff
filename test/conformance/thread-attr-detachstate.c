// pthread_attr_{init,setdetachstate,getdetachstate,destroy}: default, round trip, a bad value; a thread created
// detached runs and needs no join, one created joinable can be joined.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t done;
static int ran;

static void *work(void *arg) {
  ran += *(int *)arg;
  sem_post(&done);
  return arg;
}

static void show(const char *what, const pthread_attr_t *attr) {
  int state = -1;
  int rc = pthread_attr_getdetachstate(attr, &state);
  printf("%s: get %d, detached %d, joinable %d\n", what, rc, state == PTHREAD_CREATE_DETACHED, state == PTHREAD_CREATE_JOINABLE);
}

int main(void) {
  static int three = 3;
  pthread_attr_t attr;
  pthread_t t;
  sem_init(&done, 0, 0);
  printf("init %d\n", pthread_attr_init(&attr));
  show("default", &attr);
  printf("set detached %d\n", pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED));
  show("detached", &attr);
  printf("set nonsense %d\n", pthread_attr_setdetachstate(&attr, 12345));
  show("kept", &attr);
  printf("create %d\n", pthread_create(&t, &attr, work, &three));
  sem_wait(&done);
  printf("ran %d\n", ran);

  printf("set joinable %d\n", pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE));
  show("joinable", &attr);
  pthread_create(&t, &attr, work, &three);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  printf("destroy %d\n", pthread_attr_destroy(&attr));
  printf("init again %d\n", pthread_attr_init(&attr));
  show("default", &attr);
  pthread_attr_destroy(&attr);
  void *result = NULL;
  printf("join %d\n", pthread_join(t, &result));
  printf("result %d, ran %d\n", result == &three, ran);
  return 0;
}
