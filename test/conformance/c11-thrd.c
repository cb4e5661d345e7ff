// thrd_{create,join,exit,current,equal,detach,yield}: results as int, identity, detaching.
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>

static sem_t done, created;
static thrd_t noted, main_thread;

static int triple(void *arg) { return 3 * *(int *)arg; }

static void leave(int code) {
  if (code != 0) thrd_exit(code);
}

static int exits(void *arg) {
  leave(*(int *)arg);
  return -1;
}

static int notes(void *arg) {
  (void)arg;
  sem_wait(&created);
  thrd_yield();
  thrd_t self = thrd_current();
  return 100 * !!thrd_equal(self, noted) + 10 * !!thrd_equal(self, main_thread) + !!thrd_equal(self, thrd_current());
}

static int detached(void *arg) {
  *(int *)arg = 99;
  sem_post(&done);
  return 5;
}

int main(void) {
  thrd_t t;
  int n = 14, result = -7;
  static int cell;
  sem_init(&done, 0, 0);
  printf("create %d\n", thrd_create(&t, triple, &n) == thrd_success);
  printf("join %d\n", thrd_join(t, &result) == thrd_success);
  printf("result %d\n", result);
  thrd_create(&t, exits, &n);
  thrd_join(t, &result);
  printf("exit %d\n", result);
  sem_init(&created, 0, 0);
  main_thread = thrd_current();
  thrd_create(&noted, notes, NULL);
  sem_post(&created);
  thrd_join(noted, &result);
  printf("equal to the creator's id, main's, its own: %03d\n", result);
  thrd_create(&t, triple, &n);
  printf("join without a result %d\n", thrd_join(t, NULL) == thrd_success);
  thrd_create(&t, detached, &cell);
  printf("detach %d\n", thrd_detach(t) == thrd_success);
  sem_wait(&done);
  printf("cell %d\n", cell);
  return 0;
}
