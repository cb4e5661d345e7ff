/* A reader checks an index from outside against the table's size, and uses it after the table has been shrunk.
 *
 * memory: unsafe. index 2 or 3 passes the check (size 4), the table is replaced by one of two entries, the access is out
 *   of bounds. Needs both the input and the interleaving.
 * race: safe, size and table change under the lock and are read under it. leak: safe: the old table is freed by the
 *   shrinker, the new one by main. uninit: safe, calloc. assert: none. deadlock: safe, one lock.
 */
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned size = 4;
static int *table;

static void *reader(void *arg) {
  unsigned index = __VERIFIER_nondet_uint();
  int value = 0;
  pthread_mutex_lock(&lock);
  int valid = index < size;
  pthread_mutex_unlock(&lock);
  if (valid) {
    pthread_mutex_lock(&lock);
    value = table[index];
    pthread_mutex_unlock(&lock);
  }
  return value ? arg : NULL;
}

static void *shrinker(void *arg) {
  pthread_mutex_lock(&lock);
  free(table);
  table = calloc(2, sizeof *table);
  size = 2;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  table = calloc(4, sizeof *table);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, reader, NULL);
  pthread_create(&t2, NULL, shrinker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(table);
  return 0;
}
