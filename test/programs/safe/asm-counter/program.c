/*
 * A counter incremented by an instruction written out by hand.
 *
 * assert: two locked increments are two, in either order.
 * race: a locked instruction is an atomic access, and main reads the counter after the join.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *worker(void *arg) {
  __asm__ volatile("lock; incl %0" : "+m"(counter));
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
  return 0;
}
