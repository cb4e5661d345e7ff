/* Two threads add to a counter between LOCK and UNLOCK, which the driver defines. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *adder(void *unused) {
  LOCK;
  counter++;
  UNLOCK;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, adder, NULL);
  adder(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
  return 0;
}
