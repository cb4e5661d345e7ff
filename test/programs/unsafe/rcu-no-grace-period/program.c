/* Read-copy-update that forgets the grace period: the old version is poisoned and freed at once.
 *
 * memory: unsafe. The reader loads the old pointer, the updater replaces and frees it, the reader follows it.
 * assert: unsafe. The reader looks between the poisoning and the free, and finds -1.
 * race: unsafe, the poisoning is unordered with the read.
 * leak: safe, main frees the last version. deadlock: nothing blocks. uninit: safe, filled before publication.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct version {
  int number;
};

static struct version *_Atomic current;

static struct version *make(int number) {
  struct version *v = malloc(sizeof *v);
  v->number = number;
  return v;
}

static void *reader(void *arg) {
  struct version *v = atomic_load(&current);
  int number = v->number;
  assert(number > 0);
  return arg;
}

static void *updater(void *arg) {
  struct version *old = atomic_exchange(&current, make(2));
  old->number = -1;
  free(old);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  atomic_store(&current, make(1));
  pthread_create(&t1, NULL, reader, NULL);
  pthread_create(&t2, NULL, updater, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(atomic_load(&current));
  return 0;
}
