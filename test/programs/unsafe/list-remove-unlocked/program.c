/* A linked list: one thread walks it under the lock, another unlinks a node under the lock but wipes and frees it while
 * the walker may still stand on it (the walker drops the lock between nodes).
 *
 * memory: unsafe. The walker remembers the middle node, releases the lock; the node is unlinked and freed; it reads it.
 * race: unsafe. The wiping (outside the lock) is unordered with the walker's read of that node.
 * assert: none. leak: safe, each node is freed by the remover or by main. uninit: safe. deadlock: safe, one lock.
 */
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int key;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

static void *walk(void *arg) {
  pthread_mutex_lock(&lock);
  struct node *n = head->next;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (n != NULL && n->key < 0) arg = NULL;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *remove_second(void *arg) {
  pthread_mutex_lock(&lock);
  struct node *n = head->next;
  head->next = n->next;
  pthread_mutex_unlock(&lock);
  n->key = 0;
  free(n);
  return arg;
}

static struct node *cons(int key, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->next = next;
  return n;
}

int main(void) {
  head = cons(1, cons(2, NULL));
  pthread_t t1, t2;
  pthread_create(&t1, NULL, walk, NULL);
  pthread_create(&t2, NULL, remove_second, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(head);
  return 0;
}
