// Clean-up handlers give back what a thread holds at any of several points of exit: memory is freed, locks are unlocked, a
// counter of active threads returns to zero; also the push_defer forms.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int active, freed;

static void leave(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  active--;
  pthread_mutex_unlock(&lock);
}

static void release(void *arg) {
  freed++;
  free(arg);
}

static void *work(void *arg) {
  int stop_at = *(int *)arg;
  pthread_mutex_lock(&lock);
  active++;
  pthread_mutex_unlock(&lock);
  pthread_cleanup_push(leave, NULL);
  if (stop_at == 0) pthread_exit(NULL);
  char *text = strdup("temporary");
  pthread_cleanup_push_defer_np(release, text);
  if (stop_at == 1) {
    pthread_cancel(pthread_self());
    pthread_testcancel();
  }
  text[0] = 'T';
  pthread_cleanup_pop_restore_np(1);
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, work, &i);
    pthread_join(t, &result);
    printf("stop at %d: active %d, freed %d, cancelled %d\n", i, active, freed, result == PTHREAD_CANCELED);
  }
  return 0;
}
