// A pool of three workers with a queue on the heap fills a table of results; shutdown by broadcast lets all end.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 3, JOBS = 7 };

struct job {
  int (*run)(int);
  int argument, *result;
  struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct job *first, **last = &first;
static int closed;

static int triangle(int n) { return n == 0 ? 0 : n + triangle(n - 1); }
static int collatz(int n) { return n == 1 ? 0 : 1 + collatz(n % 2 ? 3 * n + 1 : n / 2); }

static void submit(int (*run)(int), int argument, int *result) {
  struct job *job = malloc(sizeof *job);
  *job = (struct job){run, argument, result, NULL};
  pthread_mutex_lock(&lock);
  *last = job, last = &job->next;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!first && !closed) pthread_cond_wait(&changed, &lock);
    if (!first) break;
    struct job *job = first;
    first = job->next;
    if (!first) last = &first;
    pthread_mutex_unlock(&lock);
    *job->result = job->run(job->argument);
    free(job);
    pthread_mutex_lock(&lock);
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t t[WORKERS];
  int results[JOBS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < JOBS; i++) submit(i % 2 ? collatz : triangle, i + 3, &results[i]);
  pthread_mutex_lock(&lock);
  closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < WORKERS; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < JOBS; i++) printf("job %d: %d\n", i, results[i]);
  return 0;
}
