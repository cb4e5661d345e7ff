// Every thread has its own jump buffer: errors thrown by longjmp in threads at once end in the thread that threw them.
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>

struct worker {
  jmp_buf on_error;
  int number, steps, error;
};

static void check(struct worker *worker, int step) {
  worker->steps++;
  if (step == worker->number) {
    worker->error = 10 + step;
    longjmp(worker->on_error, 1);
  }
}

static void *work(void *arg) {
  struct worker *worker = arg;
  if (setjmp(worker->on_error) == 0) {
    for (int step = 0; step < 5; step++) check(worker, step);
    return (void *)(intptr_t)worker->steps;
  }
  return (void *)(intptr_t)(100 * worker->error + worker->steps);
}

int main(void) {
  pthread_t t[3];
  struct worker workers[3];
  for (int i = 0; i < 3; i++) {
    workers[i].number = 2 * i + 1, workers[i].steps = workers[i].error = 0;
    pthread_create(&t[i], NULL, work, &workers[i]);
  }
  for (int i = 0; i < 3; i++) {
    void *result;
    pthread_join(t[i], &result);
    printf("worker %d: %d\n", i, (int)(intptr_t)result);
  }
  return 0;
}
