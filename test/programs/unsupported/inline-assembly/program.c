/* A bit set by an instruction written out by hand: what the instruction does is not known, so no verdict is given. */
#include <pthread.h>
#include <stddef.h>

static int bits;

static void *worker(void *arg) {
  __asm__ volatile("lock; btsl $1, %0" : "+m"(bits));
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  return bits != 2;
}
