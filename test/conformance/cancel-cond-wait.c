// A thread cancelled in pthread_cond_wait holds the mutex again when its clean-up handler runs, so the handler may unlock it (an
// error-checking mutex shows that); the condition variable stays usable, and other waiters continue waiting.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_mutex_t lock;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t inside;
static int open_gate, unlocked = -1;

static void unlock(void *arg) {
  (void)arg;
  unlocked = pthread_mutex_unlock(&lock);
}

static void *waiter(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, NULL);
  sem_post(&inside);
  while (!open_gate) pthread_cond_wait(&cond, &lock);
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_t stays, goes;
  void *result;
  sem_init(&inside, 0, 0);
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attr);
  pthread_mutexattr_destroy(&attr);

  pthread_create(&stays, NULL, waiter, &lock);
  sem_wait(&inside);
  pthread_create(&goes, NULL, waiter, NULL);
  sem_wait(&inside);
  printf("cancel %d\n", pthread_cancel(goes));
  pthread_join(goes, &result);
  printf("cancelled %d, the handler's unlock gave %d\n", result == PTHREAD_CANCELED, unlocked);

  unlocked = -1;
  pthread_mutex_lock(&lock);
  open_gate = 1;
  printf("signal %d\n", pthread_cond_signal(&cond));
  pthread_mutex_unlock(&lock);
  pthread_join(stays, &result);
  printf("the other one: cancelled %d, own result %d, unlock %d\n", result == PTHREAD_CANCELED, result == &lock, unlocked);
  printf("destroy %d\n", pthread_cond_destroy(&cond));
  printf("destroy mutex %d\n", pthread_mutex_destroy(&lock));
  return 0;
}
