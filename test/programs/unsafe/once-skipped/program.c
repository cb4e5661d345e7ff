/* One of the two users relies on the other to have initialised.
 *
 * assert: unsafe. The lazy user runs first and finds 0.
 * race: unsafe, it reads the table without calling pthread_once.
 * deadlock: safe, the initialiser does not wait. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int page_size;

static void init(void) {
  page_size = 4096;
}

static void *careful(void *arg) {
  pthread_once(&once, init);
  assert(page_size == 4096);
  return arg;
}

static void *lazy(void *arg) {
  int size = page_size;
  assert(size == 4096);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, careful, NULL);
  pthread_create(&t2, NULL, lazy, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
