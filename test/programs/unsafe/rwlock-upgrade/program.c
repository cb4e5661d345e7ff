/* Readers that find a stale entry want to become writers. The upgrade gives the read lock back first, but only when the
 * careful path is configured.
 *
 * deadlock: unsafe. Without care the reader asks for the write lock while it (and perhaps the other one) still reads.
 * assert: safe: with care the entry is checked again under the write lock. race: safe. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static bool careful;
static int stale = 1, refreshed;

static void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  int old = stale;
  if (careful) pthread_rwlock_unlock(&lock);
  if (old) {
    pthread_rwlock_wrlock(&lock);
    if (stale) {
      stale = 0;
      refreshed++;
    }
  } else if (careful) {
    return arg;
  }
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  careful = __VERIFIER_nondet_bool();
  pthread_t t1, t2;
  pthread_create(&t1, NULL, reader, NULL);
  pthread_create(&t2, NULL, reader, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(refreshed == 1);
  return 0;
}
