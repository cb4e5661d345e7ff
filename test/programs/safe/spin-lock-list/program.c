/* Two threads push onto a linked list under a spin lock.
 *
 * assert: safe, no node is lost. race: safe, head is under the spin lock, nodes are filled before and read after.
 * deadlock: safe, one lock, always released. memory, leak: safe, no heap; the nodes are static. uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

static pthread_spinlock_t lock;
static struct node *head;
static struct node pool[2] = {{NULL, 1}, {NULL, 2}};

static void *push(void *arg) {
  struct node *n = arg;
  pthread_spin_lock(&lock);
  n->next = head;
  head = n;
  pthread_spin_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t1, NULL, push, &pool[0]);
  pthread_create(&t2, NULL, push, &pool[1]);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  int sum = 0;
  for (struct node *n = head; n != NULL; n = n->next) sum += n->value;
  assert(sum == 3);
  pthread_spin_destroy(&lock);
  return 0;
}
