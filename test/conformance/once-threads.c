// pthread_once: the routine runs once however many threads call, and it has finished when any call returns; different once
// objects are apart, and a routine may use another once object.
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>

static pthread_once_t first = PTHREAD_ONCE_INIT, outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
static int runs, value, inner_runs, outer_runs;

static void prepare(void) {
  runs++;
  sched_yield();
  value = 40 + runs;
}

static void inside(void) { inner_runs++; }

static void around(void) {
  outer_runs++;
  pthread_once(&inner, inside);
}

static void *work(void *arg) {
  (void)arg;
  int rc = pthread_once(&first, prepare);
  return (void *)(intptr_t)(100 * rc + value);
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) {
    void *seen;
    pthread_join(t[i], &seen);
    printf("thread saw %d\n", (int)(intptr_t)seen);
  }
  printf("once more: %d\n", pthread_once(&first, prepare));
  printf("runs %d\n", runs);
  printf("outer: %d\n", pthread_once(&outer, around));
  printf("inner: %d\n", pthread_once(&inner, inside));
  printf("outer: %d\n", pthread_once(&outer, around));
  printf("outer runs %d, inner runs %d\n", outer_runs, inner_runs);
  return 0;
}
