/* The lock-free stack with its lock around pops: one thread pushes and pops, main pushes and pops; nothing is lost or doubled. */
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <urcu/lfstack.h>

static struct cds_lfs_stack stack;
static struct cds_lfs_node nodes[2];
static int popped[2];

static void *user(void *number) {
  struct cds_lfs_node *node = number;
  cds_lfs_push(&stack, node);
  node = cds_lfs_pop_blocking(&stack);
  assert(node != NULL);
  popped[node - nodes]++;
  return NULL;
}

int main(void) {
  pthread_t thread;
  cds_lfs_init(&stack);
  pthread_create(&thread, NULL, user, &nodes[0]);
  user(&nodes[1]);
  pthread_join(thread, NULL);
  assert(popped[0] == 1 && popped[1] == 1);
  assert(cds_lfs_empty(&stack));
  cds_lfs_destroy(&stack);
  return 0;
}
