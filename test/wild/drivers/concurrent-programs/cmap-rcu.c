/* A reader takes the current value while the writer replaces it. */
#include <assert.h>
#include "rcu.h"

static struct rcu *shared;
static int first = 1, second = 2;

static void *reader(void *argument) {
  struct rcu *held = rcu_acquire(shared);
  int *value = rcu_get(held, int *);
  assert(*value == 1 || *value == 2);
  rcu_release(held);
  return argument;
}

int main(void) {
  pthread_t thread;
  rcu_init(shared, &first);
  pthread_create(&thread, NULL, reader, NULL);
  rcu_set(shared, &second);
  pthread_join(thread, NULL);
  rcu_destroy(shared);
  return 0;
}
