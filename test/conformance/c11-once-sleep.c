// call_once, thrd_sleep, thread_local, ONCE_FLAG_INIT: once among threads; a sleep that ends is 0, a malformed one negative.
#include <stdio.h>
#include <threads.h>
#include <time.h>

static once_flag flag = ONCE_FLAG_INIT;
static int runs, value;
static thread_local int own = 3;

static void prepare(void) {
  runs++;
  value = 8;
}

static int work(void *arg) {
  call_once(&flag, prepare);
  own += *(int *)arg;
  return 10 * value + own;
}

int main(void) {
  thrd_t t[3];
  int numbers[] = {1, 2, 3};
  for (int i = 0; i < 3; i++) thrd_create(&t[i], work, &numbers[i]);
  for (int i = 0; i < 3; i++) {
    int result;
    thrd_join(t[i], &result);
    printf("thread %d: %d\n", i, result);
  }
  call_once(&flag, prepare);
  printf("runs %d, main's own %d\n", runs, own);
  struct timespec rest = {77, 77};
  printf("sleep %d\n", thrd_sleep(&(struct timespec){0, 1000000}, &rest));
  printf("no rest %d\n", thrd_sleep(&(struct timespec){0, 0}, NULL));
  printf("malformed %d\n", thrd_sleep(&(struct timespec){0, 1000000000}, NULL) < 0);
  thrd_yield();
  return 0;
}
