/* Two threads insert into one heap; afterwards the roots come out in order. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <utils/heap/heap.h>

static c_heap_t *heap;
static int numbers[] = {30, 10, 20, 40};

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void *worker(void *from) {
  int *first = from;
  assert(c_heap_insert(heap, first) == 0);
  assert(c_heap_insert(heap, first + 1) == 0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  heap = c_heap_create(compare);
  pthread_create(&thread, NULL, worker, numbers);
  worker(numbers + 2);
  pthread_join(thread, NULL);
  for (int expected = 10; expected <= 40; expected += 10) assert(*(int *)c_heap_get_root(heap) == expected);
  assert(c_heap_get_root(heap) == NULL);
  c_heap_destroy(heap);
  return 0;
}
