/* Each sender keeps its retries in a record on its own stack and counts them through a pointer; the sum is checked by the wrong number.
 *
 * assert: unsafe. Each gives up after 5 tries, so that there are 10 in the end, always, and not fewer.
 * race, deadlock: safe, the sum is under a lock. memory, overflow, leak, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct attempt {
  int tries;
  int delay;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void try_often(struct attempt *a) {
  do {
    a->tries++;
    a->delay *= 2;
  } while (a->tries < 5);
}

static void *sender(void *arg) {
  struct attempt mine = {0, 1};
  try_often(&mine);
  pthread_mutex_lock(&lock);
  total += mine.tries;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, sender, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total < 10);
  return 0;
}
