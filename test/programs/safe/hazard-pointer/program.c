/* A hazard pointer: the reader announces what it is about to read, looks again, and only then reads; the writer frees
 * the old object when no thread announces it.
 *
 * memory: safe. If the writer saw no announcement, the reader's second look comes after the exchange and it gives up.
 * race: safe. Announcements are seq_cst: the reader's plain read is ordered before the free by withdrawing the
 *   announcement, and the contents by the pointer. assert: safe, objects hold 10 or 20 while in use.
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
  if (atomic_load(&current) == p) assert(*p == 10 || *p == 20);
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
