/* Each thread gets its argument on the heap and frees it; results come back the same way.
 *
 * memory, leak: safe. Every block has one owner at a time: main until the creation, the thread, main after the join.
 * race: safe, ownership moves by create and join. assert: safe, 3 * 3 + 4 * 4 = 25. uninit: safe. deadlock: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *square(void *arg) {
  int *in = arg, *out = malloc(sizeof *out);
  *out = *in * *in;
  free(in);
  return out;
}

static pthread_t start(int value) {
  pthread_t thread;
  int *argument = malloc(sizeof *argument);
  *argument = value;
  pthread_create(&thread, NULL, square, argument);
  return thread;
}

int main(void) {
  pthread_t t1 = start(3), t2 = start(4);
  void *a, *b;
  pthread_join(t1, &a);
  pthread_join(t2, &b);
  assert(*(int *)a + *(int *)b == 25);
  free(a);
  free(b);
  return 0;
}
