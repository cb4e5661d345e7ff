/* A hazard pointer without the second look.
 *
 * memory: unsafe. The reader loads the pointer; the writer exchanges it, sees no announcement, frees; the reader
 *   announces the dead object and reads it.
 * race, assert: unsafe. With the reader in between the writer's poisoning and free, the read is unordered and finds -1.
 * leak: safe, main frees what is current. deadlock: waiting is by assumption. uninit: safe, filled first.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);

static int *_Atomic current;
static int *_Atomic hazard;

static int *make(int value) {
  int *p = malloc(sizeof *p);
  *p = value;
  return p;
}

static void *reader(void *arg) {
  int *p = atomic_load(&current);
  atomic_store(&hazard, p);
  int value = *p;
  assert(value == 10 || value == 20);
  atomic_store(&hazard, NULL);
  return arg;
}

static void *writer(void *arg) {
  int *old = atomic_exchange(&current, make(20));
  __VERIFIER_assume(atomic_load(&hazard) != old);
  *old = -1;
  free(old);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  atomic_store(&current, make(10));
  pthread_create(&t1, NULL, reader, NULL);
  pthread_create(&t2, NULL, writer, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(atomic_load(&current));
  return 0;
}
