// pthread_cancel and pthread_testcancel: a pending request is acted on at testcancel and not before; the result is
// PTHREAD_CANCELED; a thread may cancel itself.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t requested;
static int before, after;

static void *work(void *arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sem_wait(&requested);
  before++;
  pthread_testcancel();
  before++;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  before++;
  pthread_testcancel();
  after++;
  return arg;
}

static void *own(void *arg) {
  pthread_testcancel();
  printf("cancel oneself: %d\n", pthread_cancel(pthread_self()));
  printf("still here\n");
  pthread_testcancel();
  after++;
  return arg;
}

static void *unmoved(void *arg) {
  pthread_testcancel();
  return arg;
}

int main(void) {
  pthread_t t;
  void *result = NULL;
  sem_init(&requested, 0, 0);
  pthread_create(&t, NULL, work, NULL);
  printf("cancel: %d\n", pthread_cancel(t));
  sem_post(&requested);
  printf("join: %d\n", pthread_join(t, &result));
  printf("cancelled %d, before %d, after %d\n", result == PTHREAD_CANCELED, before, after);
  pthread_create(&t, NULL, own, NULL);
  pthread_join(t, &result);
  printf("cancelled %d, after %d\n", result == PTHREAD_CANCELED, after);
  pthread_create(&t, NULL, unmoved, &after);
  pthread_join(t, &result);
  printf("without a request: cancelled %d, own result %d\n", result == PTHREAD_CANCELED, result == &after);
  return 0;
}
