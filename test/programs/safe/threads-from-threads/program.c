/* A tree of threads: each inner node starts two children, joins them, and returns the size of its subtree.
 *
 * assert: safe, 1 + 2 * 1 = 3 nodes. race: safe, results travel by return value and join only.
 * deadlock: safe, children end before their parents wait for nothing else. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *node(void *arg) {
  intptr_t depth = (intptr_t)arg;
  if (depth == 0) return (void *)(intptr_t)1;
  pthread_t left, right;
  void *left_size, *right_size;
  pthread_create(&left, NULL, node, (void *)(depth - 1));
  pthread_create(&right, NULL, node, (void *)(depth - 1));
  pthread_join(left, &left_size);
  pthread_join(right, &right_size);
  return (void *)(1 + (intptr_t)left_size + (intptr_t)right_size);
}

int main(void) {
  pthread_t root;
  void *size;
  pthread_create(&root, NULL, node, (void *)(intptr_t)1);
  pthread_join(root, &size);
  assert((intptr_t)size == 3);
  return 0;
}
