/* qsort with a comparison that reads a shared setting, which another thread changes meanwhile.
 *
 * race: unsafe, descending is plain.
 * assert: safe. Of two elements both are still there whatever the order (the sum and the product are the same).
 * memory: safe; the array is the sorter's own until join. leak, overflow, uninit, deadlock: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int descending;
static int data[2] = {4, 3};

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return descending ? y - x : x - y;
}

static void *sort(void *arg) {
  qsort(data, 2, sizeof data[0], compare);
  return arg;
}

static void *configure(void *arg) {
  descending = 1;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, sort, NULL);
  pthread_create(&t2, NULL, configure, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(data[0] + data[1] == 7 && data[0] * data[1] == 12);
  return 0;
}
