/* The pair is copied out and back in under a lock, as a whole.
 *
 * assert: safe, the copy is consistent. race: safe, all under the mutex. deadlock: safe, one lock.
 * memory, leak, overflow, uninit: safe; no padding.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct point {
  int x, y;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct point position = {1, 1};

static struct point get(void) {
  pthread_mutex_lock(&lock);
  struct point copy = position;
  pthread_mutex_unlock(&lock);
  return copy;
}

static void *move(void *arg) {
  struct point next = {2, 2};
  pthread_mutex_lock(&lock);
  position = next;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *observe(void *arg) {
  struct point before = get(), after = get();
  assert(before.x == before.y && after.x == after.y && before.x <= after.x);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, move, NULL);
  pthread_create(&t2, NULL, observe, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
