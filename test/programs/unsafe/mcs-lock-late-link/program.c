/* An MCS lock whose release forgets to wait for a successor that has queued but not yet linked itself.
 *
 * memory: unsafe. The second thread swaps the tail but has not stored its link; the first one finds next == NULL, fails
 *   to reset the tail, and follows the null pointer. (The error ends the process, nothing later counts.)
 * assert: safe, a thread that enters is alone. race: safe, the hand-over is atomic. The nodes outlive the threads.
 * deadlock: safe, waiting is by assumption. No heap, small numbers.
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

static struct node nodes[2];
static struct node *_Atomic tail;
static int counter;

static void *worker(void *arg) {
  struct node *mine = arg;
  atomic_store(&mine->locked, 1);
  struct node *before = atomic_exchange(&tail, mine);
  if (before != NULL) {
    atomic_store(&before->next, mine);
    __VERIFIER_assume(!atomic_load(&mine->locked));
  }
  counter++;
  struct node *expected = mine;
  if (!atomic_compare_exchange_strong(&tail, &expected, NULL)) {
    struct node *successor = atomic_load(&mine->next);
    atomic_store(&successor->locked, 0);
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, &nodes[0]);
  pthread_create(&t2, NULL, worker, &nodes[1]);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(counter == 2);
  return 0;
}
