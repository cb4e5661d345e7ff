/* A thread-local counter beside a shared one.
 *
 * assert: safe. Every thread, main included, has its own copy that starts at 100, also the static one inside a function.
 * race: safe, the copies are not shared; the shared total is atomic. overflow, deadlock, memory: safe. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local int mine = 100;
static atomic_int total;

static int next_id(void) {
  static _Thread_local int id;
  return ++id;
}

static void *worker(void *arg) {
  mine++;
  mine++;
  assert(mine == 102);
  assert(next_id() == 1 && next_id() == 2);
  atomic_fetch_add(&total, mine - 100);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(mine == 100 && atomic_load(&total) == 4);
  return 0;
}
