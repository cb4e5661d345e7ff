/* call_once with three callers, one of them main; one thread leaves by thrd_exit.
 *
 * assert: safe, the initialiser runs once and is finished before any caller continues.
 * race: safe, call_once orders it before every caller. deadlock: safe. No heap, small numbers.
 */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int initialised;

static void init(void) { initialised++; }

static int caller(void *arg) {
  (void)arg;
  call_once(&flag, init);
  assert(initialised == 1);
  thrd_exit(initialised);
}

int main(void) {
  thrd_t t1, t2;
  int a = 0, b = 0;
  thrd_create(&t1, caller, NULL);
  thrd_create(&t2, caller, NULL);
  call_once(&flag, init);
  assert(initialised == 1);
  thrd_join(t1, &a);
  thrd_join(t2, &b);
  assert(a + b == 2);
  return 0;
}
