/* An MCS queue lock: each thread brings a queue node on its own stack and waits on it.
 *
 * assert: safe, the lock is handed from node to node.
 * race: safe. The counter is plain; the hand-over is a seq_cst store to the successor's node, or the tail.
 * memory: safe. A node is touched by the successor only before the owner has seen its link, and by the predecessor only
 *   while the owner waits, so no thread reads a dead stack frame. next is followed only when it is not null.
 * deadlock: safe, waiting is by assumption. No heap, small numbers; node fields are stored before the node is published.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

struct node {
  struct node *_Atomic next;
  atomic_int locked;
};

static struct node *_Atomic tail;
static int counter;

static void acquire(struct node *mine) {
  atomic_store(&mine->next, NULL);
  atomic_store(&mine->locked, 1);
  struct node *before = atomic_exchange(&tail, mine);
  if (before != NULL) {
    atomic_store(&before->next, mine);
    __VERIFIER_assume(!atomic_load(&mine->locked));
  }
}

static void release(struct node *mine) {
  if (atomic_load(&mine->next) == NULL) {
    struct node *expected = mine;
    if (atomic_compare_exchange_strong(&tail, &expected, NULL)) return;
    __VERIFIER_assume(atomic_load(&mine->next) != NULL);
  }
  atomic_store(&atomic_load(&mine->next)->locked, 0);
}

static void *worker(void *arg) {
  struct node mine;
  acquire(&mine);
  counter++;
  release(&mine);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(counter == 2);
  return 0;
}
