// Asynchronous cancellation with a request already pending: enabling it, or switching to it, acts at once
// (glibc 2.36 does not set PTHREAD_CANCELED in the first case, so only that the thread did not continue is shown).
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t requested;
static int steps[2];

static void *enable_last(void *arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
  sem_wait(&requested);
  steps[0] = 1;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  steps[0] = 2;
  return arg;
}

static void *switch_last(void *arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sem_wait(&requested);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  steps[1] = 1;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
  steps[1] = 2;
  return arg;
}

int main(void) {
  void *(*const bodies[])(void *) = {enable_last, switch_last};
  sem_init(&requested, 0, 0);
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, bodies[i], &requested);
    printf("cancel %d\n", pthread_cancel(t));
    sem_post(&requested);
    pthread_join(t, &result);
    printf("own result %d, step %d\n", result == &requested, steps[i]);
  }
  return 0;
}
