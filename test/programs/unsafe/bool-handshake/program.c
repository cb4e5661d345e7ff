/* Busy waiting on a plain _Bool, as in much old code: the reader spins until the flag is set.
 *
 * race: unsafe, on the flag, and on the data that it guards.
 * assert: safe under sequential consistency. deadlock: safe, a spin is not blocking, and the setter always comes.
 * memory, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static volatile bool ready;
static int data;

static void *producer(void *arg) {
  data = 13;
  ready = true;
  return arg;
}

static void *consumer(void *arg) {
  while (!ready)
    ;
  assert(data == 13);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, producer, NULL);
  pthread_create(&t2, NULL, consumer, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
