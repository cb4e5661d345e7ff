/* A reader registers and reads a node; main replaces the node and frees the old one after GRACE. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <urcu/urcu-qsbr.h>

static int *current;

static int *make(int value) {
  int *node = malloc(sizeof *node);
  *node = value;
  return node;
}

static void *reader(void *unused) {
  urcu_qsbr_register_thread();
  int *node = rcu_dereference(current);
  assert(*node == 1 || *node == 2);
  urcu_qsbr_unregister_thread();
  return unused;
}

int main(void) {
  pthread_t thread;
  current = make(1);
  pthread_create(&thread, NULL, reader, NULL);
  int *old = rcu_xchg_pointer(&current, make(2));
  GRACE;
  free(old);
  pthread_join(thread, NULL);
  return 0;
}
