/* C11 threads: a counter under mtx_t, results through thrd_join.
 *
 * assert: safe, the two sections do not overlap, and each thread returns what it saw.
 * race: safe, under the mutex. deadlock: safe, one lock. No heap, small numbers.
 */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static int counter;

static int worker(void *arg) {
  (void)arg;
  mtx_lock(&lock);
  int seen = ++counter;
  mtx_unlock(&lock);
  return seen;
}

int main(void) {
  thrd_t t1, t2;
  int a = 0, b = 0;
  mtx_init(&lock, mtx_plain);
  thrd_create(&t1, worker, NULL);
  thrd_create(&t2, worker, NULL);
  thrd_join(t1, &a);
  thrd_join(t2, &b);
  assert(a + b == 3 && counter == 2);
  mtx_destroy(&lock);
  return 0;
}
