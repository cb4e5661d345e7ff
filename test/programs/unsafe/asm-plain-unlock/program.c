/*
 * A lock of one word, taken by compare-and-exchange in assembly, given back by an assignment in C.
 *
 * race: the assignment is a plain access. It conflicts with the other thread's compare-and-exchange, and orders nothing, so that what the lock
 * guards is raced for as well.
 * assert: in a sequentially consistent run the lock does exclude, so the sum is right.
 * deadlock: the holder does not wait, so waiting ends.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static int taken;
static int guarded;

static bool try_acquire(int *lock) {
  int expected = 0;
  bool done;
  __asm__ volatile("lock; cmpxchgl %3, %0; sete %1" : "+m"(*lock), "=q"(done), "+a"(expected) : "r"(1) : "memory", "cc");
  return done;
}

static void *worker(void *arg) {
  while (!try_acquire(&taken)) {
  }
  guarded = guarded + 1;
  taken = 0;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  assert(guarded == 2);
  return 0;
}
