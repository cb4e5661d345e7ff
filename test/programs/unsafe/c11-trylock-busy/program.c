/* C11 trylock: the caller takes thrd_busy for an impossible result.
 *
 * assert: unsafe. While one thread is inside, the other's attempt returns thrd_busy.
 * race: safe, work is touched with the lock held only. deadlock: safe, nothing blocks. No heap.
 */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static int work;

static int worker(void *arg) {
  (void)arg;
  int status = mtx_trylock(&lock);
  assert(status == thrd_success);
  work++;
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t t1, t2;
  mtx_init(&lock, mtx_plain);
  thrd_create(&t1, worker, NULL);
  thrd_create(&t2, worker, NULL);
  thrd_join(t1, NULL);
  thrd_join(t2, NULL);
  mtx_destroy(&lock);
  return 0;
}
