/* The address of the loop variable is passed to every thread.
 *
 * race: unsafe, main increments it while a thread reads it. assert: unsafe, both threads may read the same number, or 2:
 *   the slot of a number is then taken twice, or never.
 * memory: safe, claimed has a third element for the late reader, and the variable lives until the joins. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int claimed[3];

static void *worker(void *arg) {
  int id = *(int *)arg;
  atomic_fetch_add(&claimed[id], 1);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &i);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(atomic_load(&claimed[0]) == 1 && atomic_load(&claimed[1]) == 1);
  return 0;
}
