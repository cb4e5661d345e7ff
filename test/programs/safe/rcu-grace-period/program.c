/* Read-copy-update in small: readers count themselves in and out, the updater frees the old version after it has seen no
 * readers.
 *
 * memory: safe. A reader that counted itself in before the updater looked is waited for; a later one loads the new version.
 * race: safe. The reader's decrement releases, and continues the release sequence of earlier ones, so the updater's load
 *   of 0 orders every read of the old version before its reuse and free.
 * assert: safe, versions hold 1 or 2. leak: safe, main frees the last version (if the updater never sees 0, the process
 *   does not end). deadlock: safe, waiting is by assumption. uninit: safe, filled before publication.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);

struct version {
  int number;
};

static struct version *_Atomic current;
static atomic_int readers;

static struct version *make(int number) {
  struct version *v = malloc(sizeof *v);
  v->number = number;
  return v;
}

static void *reader(void *arg) {
  atomic_fetch_add(&readers, 1);
  struct version *v = atomic_load(&current);
  assert(v->number == 1 || v->number == 2);
  atomic_fetch_sub(&readers, 1);
  return arg;
}

static void *updater(void *arg) {
  struct version *old = atomic_exchange(&current, make(2));
  __VERIFIER_assume(atomic_load(&readers) == 0);
  old->number = -1; /* poison */
  free(old);
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  atomic_store(&current, make(1));
  pthread_create(&t1, NULL, reader, NULL);
  pthread_create(&t2, NULL, reader, NULL);
  pthread_create(&t3, NULL, updater, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  free(atomic_load(&current));
  return 0;
}
