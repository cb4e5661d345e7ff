/* The first example of every textbook: two threads increment a plain counter.
 *
 * assert: unsafe. Both load 0, both store 1.
 * race: unsafe. Nothing blocks, no heap, small numbers; the assertion reads after both joins.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int hits;

static void *serve(void *arg) {
  hits++;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, serve, NULL);
  pthread_create(&t2, NULL, serve, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(hits == 2);
  return 0;
}
