// pthread_exit ends only the calling thread, from any depth of calls, and its value is what pthread_join returns;
// nothing after it runs (the first descent returns and counts 15).
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static int after;

static void leave(int value) {
  if (value > 0) pthread_exit((void *)(intptr_t)value);
  after += 10;
}

static void descend(int depth, int value) {
  if (depth == 0) leave(value);
  else descend(depth - 1, value);
  after++;
}

static void *deep(void *arg) {
  descend(4, 0);
  descend(4, (int)(intptr_t)arg);
  after++;
  return NULL;
}

static void *direct(void *arg) {
  int *cell = arg;
  *cell = 1;
  pthread_exit(cell);
}

int main(void) {
  pthread_t t;
  void *result = NULL;
  pthread_create(&t, NULL, deep, (void *)(intptr_t)77);
  printf("join %d\n", pthread_join(t, &result));
  printf("value %d, after %d\n", (int)(intptr_t)result, after);

  int cell = 0;
  pthread_create(&t, NULL, direct, &cell);
  printf("join %d\n", pthread_join(t, &result));
  printf("cell %d, same address %d\n", cell, result == &cell);
  return 0;
}
