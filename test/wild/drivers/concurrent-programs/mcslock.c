/* Two threads count under a queue lock. */
#include "mcslock.h"
#include <assert.h>
#include <pthread.h>

static mcslock_t lock;
static int counter;

static void *count(void *argument) {
  mcsnode_t node;
  mcslock_acquire(&lock, &node);
  counter++;
  mcslock_release(&lock, &node);
  return argument;
}

int main(void) {
  pthread_t other;
  mcslock_init(&lock);
  pthread_create(&other, 0, count, 0);
  count(0);
  pthread_join(other, 0);
  assert(counter == 2);
  return 0;
}
