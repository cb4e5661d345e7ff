/* A lock-free stack of three nodes, named by index. pop is a compare-and-swap on the bare index.
 *
 * assert: unsafe (ABA). The first thread reads top == 0 and its successor 1, and pauses. The second pops 0 and 1 and
 *   pushes 0 back. The first one's compare-and-swap finds 0 again and makes 1 the top, although the second thread owns it.
 * race: safe, all links are atomic. memory: safe, indices stay in 0 … 2 (an empty stack returns -1 at once).
 * Nothing blocks, no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int top = 0;
static atomic_int next[3] = {1, 2, -1};
static int first_owns, second_owns;

static int pop(void) {
  int node, after;
  do {
    node = atomic_load(&top);
    if (node < 0) return -1;
    after = atomic_load(&next[node]);
  } while (!atomic_compare_exchange_strong(&top, &node, after));
  return node;
}

static void push(int node) {
  int old = atomic_load(&top);
  do
    atomic_store(&next[node], old);
  while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void *first(void *arg) {
  first_owns = pop();
  return arg;
}

static void *second(void *arg) {
  int a = pop();
  second_owns = pop();
  if (a >= 0) push(a);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  int node = atomic_load(&top);
  assert(node != second_owns && node != first_owns);
  return 0;
}
