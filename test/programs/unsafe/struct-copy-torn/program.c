/* A pair is updated field by field while another thread copies the whole structure.
 *
 * assert: unsafe. The copy is taken between the two stores. race: unsafe, the copy reads what is being written.
 * deadlock, memory, leak, overflow: safe. uninit: safe, static storage and no padding.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct point {
  int x, y;
};

static struct point position = {1, 1};

static void *move(void *arg) {
  position.x = 2;
  position.y = 2;
  return arg;
}

static void *snapshot(void *arg) {
  struct point copy = position;
  assert(copy.x == copy.y);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, move, NULL);
  pthread_create(&t2, NULL, snapshot, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
