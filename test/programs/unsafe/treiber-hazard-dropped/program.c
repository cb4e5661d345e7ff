/* A lock-free stack of blocks of the heap with one hazard pointer. The thread that pops announces the node it reads, so that its successor can
 * be read; but it takes the announcement back before the compare-and-swap.
 *
 * memory: unsafe, by ABA through the allocator. The first thread has read top == A and its successor B, and announces nothing any more. The second one
 *   pops A and B, frees both, and pushes a new node, which lies where A was. The first one's compare-and-swap succeeds, and B, which
 *   is freed, is the top. Main finds it. With addresses that are never used again the compare-and-swap fails.
 * race: safe, links and announcements are atomic and values are written before a node is pushed. assert: safe, there is none.
 * deadlock: safe, nothing waits; a node that is announced is left to main. leak: safe: either the run ends with the error, or all nodes are
 *   on the stack, popped or retired. uninit: safe.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *_Atomic next;
};

static struct node *_Atomic top;
static struct node *_Atomic hazard;
static struct node *popped, *retired[2];

static void push(struct node *n) {
  struct node *old = atomic_load(&top);
  do
    atomic_store(&n->next, old);
  while (!atomic_compare_exchange_strong(&top, &old, n));
}

static void *pop_once(void *arg) {
  struct node *n = atomic_load(&top);
  atomic_store(&hazard, n);
  if (n == NULL || atomic_load(&top) != n) {
    atomic_store(&hazard, NULL);
    return arg;
  }
  struct node *after = atomic_load(&n->next);
  atomic_store(&hazard, NULL); /* too early */
  if (atomic_compare_exchange_strong(&top, &n, after)) popped = n;
  return arg;
}

static void *recycle(void *arg) {
  for (int i = 0; i < 2; i++) {
    struct node *n = atomic_load(&top);
    if (n == NULL || !atomic_compare_exchange_strong(&top, &n, atomic_load(&n->next))) continue;
    if (atomic_load(&hazard) == n)
      retired[i] = n;
    else
      free(n);
  }
  push(malloc(sizeof(struct node)));
  return arg;
}

int main(void) {
  pthread_t a, b;
  push(malloc(sizeof(struct node)));
  push(malloc(sizeof(struct node)));
  pthread_create(&a, NULL, pop_once, NULL);
  pthread_create(&b, NULL, recycle, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (struct node *n = atomic_load(&top), *after; n != NULL; n = after) {
    after = atomic_load(&n->next);
    free(n);
  }
  free(popped);
  free(retired[0]);
  free(retired[1]);
  return 0;
}
