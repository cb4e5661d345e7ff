/* A reader of one table writes the other, and the other way round, while main counts.
 *
 * deadlock: unsafe. Each holds one lock for reading and waits to write under the other.
 * assert: safe, there is none. race: safe, tables are written under a write lock and read under a read lock. No heap, small numbers.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_rwlock_t l1 = PTHREAD_RWLOCK_INITIALIZER, l2 = PTHREAD_RWLOCK_INITIALIZER;
static int t1, t2;
static atomic_int count;

static void *forth(void *arg) {
  pthread_rwlock_rdlock(&l1);
  int v = t1;
  pthread_rwlock_wrlock(&l2); /* read by back */
  t2 = v;
  pthread_rwlock_unlock(&l2);
  pthread_rwlock_unlock(&l1);
  return arg;
}

static void *back(void *arg) {
  pthread_rwlock_rdlock(&l2);
  int v = t2;
  pthread_rwlock_wrlock(&l1); /* read by forth */
  t1 = v;
  pthread_rwlock_unlock(&l1);
  pthread_rwlock_unlock(&l2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, forth, NULL);
  pthread_create(&b, NULL, back, NULL);
  for (int i = 0; i < 2; i++) atomic_fetch_add(&count, 1);
  return 0;
}
