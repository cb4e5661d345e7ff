/* A hash table whose lock is chosen by a different hash than the bucket.
 *
 * race: unsafe. The keys 0 and 2 share bucket 0 but take different locks. assert: unsafe, one insertion is lost.
 * memory: safe, both indices are below 2. deadlock: safe, one lock at a time. leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int used[2];

static void *insert(void *arg) {
  unsigned key = __VERIFIER_nondet_uint();
  pthread_mutex_t *l = &lock[(key >> 1) % 2];
  pthread_mutex_lock(l);
  used[key % 2]++;
  pthread_mutex_unlock(l);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, insert, NULL);
  pthread_create(&t2, NULL, insert, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(used[0] + used[1] == 2);
  return 0;
}
