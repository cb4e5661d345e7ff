/* A lock-free stack of blocks of the heap with one hazard pointer. The thread that pops announces the node it reads, checks again whether it is
 * still the top, and takes the announcement back after the compare-and-swap. The other thread frees no node that is announced.
 *
 * memory: safe. While a node is announced that was the top afterwards, it is not freed, so that no other node has its address: if the
 *   compare-and-swap succeeds, the node was on the stack all the time, with the same successor, or was popped and pushed again, which does not happen.
 *   The second thread alone frees and is alone in reading successors without announcing.
 * race: safe, links and announcements are atomic. assert: safe, there is none. deadlock: safe, nothing waits.
 * leak: safe: every node is on the stack, popped, retired or freed. uninit: safe.
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
  if (atomic_compare_exchange_strong(&top, &n, after)) popped = n;
  atomic_store(&hazard, NULL);
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
