// Cancelling a thread that is ending or has ended but was not joined: no error, and its result stays; cancelling twice is the same as
// once; a thread that keeps cancellation disabled ends by itself.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t done, never;
static pthread_key_t at_end;

static void tell(void *value) {
  (void)value;
  sem_post(&done);
}

static void *quick(void *arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  pthread_setspecific(at_end, arg);
  return arg;
}

static void *blocked(void *arg) {
  sem_wait(&never);
  return arg;
}

static void *immune(void *arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sem_wait(&never);
  pthread_testcancel();
  pthread_exit(arg);
}

int main(void) {
  pthread_t t;
  void *result;
  sem_init(&done, 0, 0);
  sem_init(&never, 0, 0);
  pthread_key_create(&at_end, tell);
  pthread_create(&t, NULL, quick, &done);
  sem_wait(&done);
  printf("cancel at the end: %d\n", pthread_cancel(t));
  pthread_join(t, &result);
  printf("own result %d\n", result == &done);

  pthread_create(&t, NULL, blocked, NULL);
  printf("cancel %d\n", pthread_cancel(t));
  printf("cancel again %d\n", pthread_cancel(t));
  pthread_join(t, &result);
  printf("cancelled %d\n", result == PTHREAD_CANCELED);

  pthread_create(&t, NULL, immune, &done);
  sem_post(&never);
  pthread_join(t, &result);
  printf("immune: own result %d\n", result == &done);
  return 0;
}
