/*
 * A lock of one word by hand: taken by an exchange, given back by a move, both in assembly. Two threads add to what it guards.
 *
 * assert: the exchange returns 0 to one thread at a time, so additions do not overlap.
 * race: an exchange is a full barrier, and a move to memory comes after all that was before it: what one thread did while it held the
 * lock is before what the next does. The lock itself is only touched by these instructions.
 * deadlock: the holder does not wait, so waiting ends.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int taken;
static int guarded;

static void acquire(int *lock) {
  int old = 1;
  for (;;) {
    __asm__ volatile("xchgl %0, %1" : "+r"(old), "+m"(*lock) : : "memory");
    if (old == 0) return;
    __asm__ volatile("pause" : : : "memory");
  }
}

static void release(int *lock) { __asm__ volatile("movl $0, %0" : "=m"(*lock) : : "memory"); }

static void *worker(void *arg) {
  acquire(&taken);
  guarded = guarded + 1;
  release(&taken);
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
