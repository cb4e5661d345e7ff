// Detached threads report completion by a semaphore: main waits for as many posts as threads and then sees all their work;
// heap arguments are freed by the threads.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4 };

struct task {
  int index;
  int *out;
};

static sem_t done;

static void *work(void *arg) {
  struct task task = *(struct task *)arg;
  free(arg);
  int value = 1;
  for (int i = 0; i < task.index; i++) value *= 3;
  *task.out = value;
  sem_post(&done);
  return NULL;
}

int main(void) {
  static int results[N];
  pthread_attr_t attr;
  int sum = 0, value = -1;
  sem_init(&done, 0, 0);
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < N; i++) {
    pthread_t t;
    struct task *task = malloc(sizeof *task);
    *task = (struct task){i, &results[i]};
    if (pthread_create(&t, &attr, work, task) != 0) printf("create failed\n");
  }
  pthread_attr_destroy(&attr);
  for (int i = 0; i < N; i++) sem_wait(&done);
  sem_getvalue(&done, &value);
  for (int i = 0; i < N; i++) sum += results[i];
  printf("sum %d, semaphore %d\n", sum, value);
  return 0;
}
