// pthread_detach by the creator and by the thread itself, before and after the thread has done its work; completion
// is signalled by a semaphore. No thread joins a detached thread, whose memory is freed without that.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t go, done;
static int by_self = -1, total;

static void *wait_then_work(void *arg) {
  sem_wait(&go);
  total += *(int *)arg;
  sem_post(&done);
  return NULL;
}

static void *detach_self(void *arg) {
  by_self = pthread_detach(pthread_self());
  total += *(int *)arg;
  sem_post(&done);
  return NULL;
}

int main(void) {
  static int ten = 10, five = 5, one = 1;
  pthread_t t;
  sem_init(&go, 0, 0);
  sem_init(&done, 0, 0);

  pthread_create(&t, NULL, wait_then_work, &ten);
  printf("detach while it waits: %d\n", pthread_detach(t));
  sem_post(&go);
  sem_wait(&done);
  printf("total %d\n", total);

  pthread_create(&t, NULL, detach_self, &five);
  sem_wait(&done);
  printf("by itself: %d, total %d\n", by_self, total);

  pthread_create(&t, NULL, wait_then_work, &one);
  sem_post(&go);
  sem_wait(&done);
  printf("detach after its work: %d\n", pthread_detach(t));
  printf("total %d\n", total);
  return 0;
}
