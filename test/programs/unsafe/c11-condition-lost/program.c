/* C11 condition variable: two waiters, one signal where a broadcast was needed.
 *
 * deadlock: unsafe. Both wait before the door opens; the signal wakes one, the other waits forever.
 * assert: safe, the door is open after the loop. race: safe, open is under the mutex. No heap.
 */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static cnd_t opened;
static int open;

static int guest(void *arg) {
  (void)arg;
  mtx_lock(&lock);
  while (!open) cnd_wait(&opened, &lock);
  assert(open);
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t t1, t2;
  mtx_init(&lock, mtx_plain);
  cnd_init(&opened);
  thrd_create(&t1, guest, NULL);
  thrd_create(&t2, guest, NULL);
  mtx_lock(&lock);
  open = 1;
  cnd_signal(&opened);
  mtx_unlock(&lock);
  thrd_join(t1, NULL);
  thrd_join(t2, NULL);
  cnd_destroy(&opened);
  mtx_destroy(&lock);
  return 0;
}
