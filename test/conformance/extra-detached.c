// A C11 thread can be detached once; a cleanup handler that defers cancellation runs when it is popped.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <threads.h>

static mtx_t gate;

static int waits(void *arg) {
  mtx_lock(&gate);
  mtx_unlock(&gate);
  return arg != NULL;
}

static void say(void *what) { printf("%s\n", (char *)what); }

int main(void) {
  thrd_t thread;
  mtx_init(&gate, mtx_plain);
  mtx_lock(&gate);
  thrd_create(&thread, waits, NULL);
  printf("%d", thrd_detach(thread) == thrd_success);
  printf(" %d\n", thrd_detach(thread) == thrd_success);
  pthread_cleanup_push_defer_np(say, "handled");
  pthread_cleanup_pop_restore_np(1);
  return 0;
}
