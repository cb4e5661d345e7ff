/* A reference count decremented by a load and a store.
 *
 * leak: unsafe. Both load 2 and store 1, no thread sees the last reference go, the buffer is lost.
 * memory: safe. A count of 1 is loaded only after the other owner has stored it, so there are never two frees, and
 *   no thread uses the buffer afterwards.
 * race: safe, the count is atomic. assert: none. Nothing blocks.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 2;

static void *owner(void *arg) {
  int seen = atomic_load(&references);
  atomic_store(&references, seen - 1);
  if (seen == 1) free(arg);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  char *buffer = malloc(16);
  pthread_create(&t1, NULL, owner, buffer);
  pthread_create(&t2, NULL, owner, buffer);
  buffer = NULL;
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return buffer != NULL;
}
