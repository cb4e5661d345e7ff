/* A counter incremented by an instruction written out by hand: what the instruction does is not known, so no verdict is given. */
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
  return counter != 2;
}
