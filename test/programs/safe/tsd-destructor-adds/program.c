/* Each thread counts in thread-specific data; the key's destructor adds the count to the total when the thread ends.
 *
 * assert: safe. Destructors have run before join returns, so the total is complete.
 * race: safe, the total is under the mutex, the counts are each thread's own. leak, memory: safe, the destructor frees
 *   the block. uninit: safe, calloc. deadlock: safe, one lock.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void flush(void *value) {
  int *count = value;
  pthread_mutex_lock(&lock);
  total += *count;
  pthread_mutex_unlock(&lock);
  free(count);
}

static void *worker(void *arg) {
  pthread_setspecific(key, calloc(1, sizeof(int)));
  for (int i = 0; i < 2; i++) {
    int *count = pthread_getspecific(key);
    ++*count;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_key_create(&key, flush);
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(total == 4);
  pthread_key_delete(key);
  return 0;
}
