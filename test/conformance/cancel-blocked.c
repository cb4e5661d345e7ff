// Threads blocked for good in pthread_join, sem_wait and pthread_cond_wait are woken by pthread_cancel. The thread that was to be
// joined stays joinable, the semaphore's value is what it was.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t never, go;
static pthread_t slow;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *wait_for_go(void *arg) {
  sem_wait(&go);
  return arg;
}

static void *in_join(void *arg) {
  pthread_join(slow, NULL);
  return arg;
}

static void *in_sem_wait(void *arg) {
  sem_wait(&never);
  return arg;
}

static void unlock(void *arg) { pthread_mutex_unlock(arg); }

static void *in_cond_wait(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  for (;;) pthread_cond_wait(&cond, &lock);
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  void *(*const bodies[])(void *) = {in_join, in_sem_wait, in_cond_wait};
  void *result;
  int value = -1;
  sem_init(&never, 0, 0);
  sem_init(&go, 0, 0);
  pthread_create(&slow, NULL, wait_for_go, &go);
  for (int i = 0; i < 3; i++) {
    pthread_t t;
    result = NULL;
    pthread_create(&t, NULL, bodies[i], NULL);
    printf("cancel %d\n", pthread_cancel(t));
    printf("join %d, ", pthread_join(t, &result));
    printf("cancelled %d\n", result == PTHREAD_CANCELED);
  }
  sem_getvalue(&never, &value);
  printf("semaphore %d, mutex %d\n", value, pthread_mutex_trylock(&lock));
  sem_post(&go);
  printf("slow thread: join %d, ", pthread_join(slow, &result));
  printf("own result %d\n", result == &go);
  return 0;
}
