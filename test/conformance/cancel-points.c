// Cancellation points with a request already pending act on it instead of doing their work: pthread_join of a running thread,
// sem_wait and sem_timedwait of a free semaphore, condition waits, and the sleeping functions.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static sem_t requested, full, go;
static pthread_t helper;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static const struct timespec past = {1, 0}, instant = {0, 1};

static void in_join(void) { pthread_join(helper, NULL); }
static void in_sem_wait(void) { sem_wait(&full); }
static void in_sem_timedwait(void) { sem_timedwait(&full, &past); }
static void in_cond_wait(void) { pthread_cond_wait(&cond, &lock); }
static void in_cond_timedwait(void) { pthread_cond_timedwait(&cond, &lock, &past); }
static void in_sleep(void) { sleep(0), sleep(1); }
static void in_usleep(void) { usleep(1); }
static void in_nanosleep(void) { nanosleep(&instant, NULL); }
static void in_clock_nanosleep(void) { clock_nanosleep(CLOCK_MONOTONIC, 0, &instant, NULL); }

static const struct {
  const char *name;
  void (*call)(void);
} points[] = {{"pthread_join", in_join}, {"sem_wait", in_sem_wait}, {"sem_timedwait", in_sem_timedwait},
              {"pthread_cond_wait", in_cond_wait}, {"pthread_cond_timedwait", in_cond_timedwait}, {"sleep", in_sleep},
              {"usleep", in_usleep}, {"nanosleep", in_nanosleep}, {"clock_nanosleep", in_clock_nanosleep}};

static void unlock(void *arg) { pthread_mutex_unlock(arg); }
static void *wait_for_go(void *arg) {
  sem_wait(&go);
  return arg;
}

static void *work(void *arg) {
  int old, which = *(int *)arg;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sem_wait(&requested);
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  points[which].call();
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  sem_init(&requested, 0, 0);
  sem_init(&full, 0, 1);
  sem_init(&go, 0, 0);
  pthread_create(&helper, NULL, wait_for_go, NULL);
  for (int i = 0; i < (int)(sizeof points / sizeof *points); i++) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, work, &i);
    pthread_cancel(t);
    sem_post(&requested);
    pthread_join(t, &result);
    printf("%s: cancelled %d\n", points[i].name, result == PTHREAD_CANCELED);
  }
  int value = -1;
  sem_getvalue(&full, &value);
  sem_post(&go);
  printf("semaphore still %d, helper still joinable: %d\n", value, pthread_join(helper, NULL));
  return 0;
}
