/* C11 thread-specific storage created without a destructor.
 *
 * leak: unsafe. Each thread stores a block under the key and ends; no thread frees it and nothing points to it any more.
 * memory, uninit: safe, the block is calloc'ed and used by its own thread only. race: safe, nothing shared but the key,
 *   which is created before the threads. assert: safe. deadlock: safe.
 */
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

static tss_t key;

static int worker(void *arg) {
  (void)arg;
  int *scratch = calloc(4, sizeof *scratch);
  tss_set(key, scratch);
  scratch = tss_get(key);
  scratch[3] = 1;
  assert(scratch[3] == 1);
  return 0;
}

int main(void) {
  thrd_t t1, t2;
  tss_create(&key, NULL);
  thrd_create(&t1, worker, NULL);
  thrd_create(&t2, worker, NULL);
  thrd_join(t1, NULL);
  thrd_join(t2, NULL);
  tss_delete(key);
  return 0;
}
