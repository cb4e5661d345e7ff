/* main seeds the generator of the drand48 family while a worker already draws from it.
 *
 * race: unsafe. srand48 and mrand48 touch one state of the whole process, and neither takes a lock.
 * assert: safe, any number is fine. Nothing blocks, no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *draw(void *arg) {
  assert((mrand48() & 1) <= 1);
  return arg;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, draw, NULL);
  srand48(42);
  pthread_join(worker, NULL);
  return 0;
}
