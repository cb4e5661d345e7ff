// A robust mutex taken over by a thread that may already wait for it when its owner ends: whether it waits or comes later,
// it gets EOWNERDEAD. A robust error-checking mutex still checks.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t m;
static sem_t held;

static void *owner(void *arg) {
  pthread_mutex_lock(&m);
  sem_post(&held);
  pthread_exit(arg);
}

static void *heir(void *arg) {
  (void)arg;
  sem_wait(&held);
  int rc = pthread_mutex_lock(&m);
  pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  return (void *)(intptr_t)rc;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_t a, b;
  void *rc = NULL;
  sem_init(&held, 0, 0);
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attr);
  pthread_mutexattr_destroy(&attr);
  pthread_create(&b, NULL, heir, NULL);
  pthread_create(&a, NULL, owner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, &rc);
  printf("the heir got %d\n", (int)(intptr_t)rc);
  printf("lock %d\n", pthread_mutex_lock(&m));
  printf("lock again %d\n", pthread_mutex_lock(&m));
  printf("unlock %d\n", pthread_mutex_unlock(&m));
  printf("unlock again %d\n", pthread_mutex_unlock(&m));
  printf("destroy %d\n", pthread_mutex_destroy(&m));
  return 0;
}
