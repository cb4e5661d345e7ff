/* Two threads push a value of their own and pop one: in the end both were popped once. */
#include "lstack.h"
#include <assert.h>
#include <pthread.h>

static lstack_t stack;
static int values[2];

static void *work(void *argument) {
  assert(lstack_push(&stack, argument) == 0);
  return lstack_pop(&stack);
}

int main(void) {
  pthread_t first, second;
  void *a, *b;
  lstack_init(&stack, 2);
  pthread_create(&first, 0, work, &values[0]);
  pthread_create(&second, 0, work, &values[1]);
  pthread_join(first, &a);
  pthread_join(second, &b);
  assert(a && b && a != b);
  assert(lstack_size(&stack) == 0);
  lstack_free(&stack);
  return 0;
}
