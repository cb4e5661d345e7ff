/* The wait-free concurrent queue: one thread enqueues twice, main dequeues what is there; order holds and nothing is lost. */
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <urcu/wfcqueue.h>

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct cds_wfcq_node nodes[2];

static void *producer(void *unused) {
  for (int i = 0; i < 2; i++) {
    cds_wfcq_node_init(&nodes[i]);
    cds_wfcq_enqueue(&head, &tail, &nodes[i]);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  int next = 0;
  struct cds_wfcq_node *node;
  cds_wfcq_init(&head, &tail);
  pthread_create(&thread, NULL, producer, NULL);
  node = cds_wfcq_dequeue_blocking(&head, &tail);
  if (node != NULL) assert(node == &nodes[next++]);
  pthread_join(thread, NULL);
  while ((node = cds_wfcq_dequeue_blocking(&head, &tail)) != NULL) assert(node == &nodes[next++]);
  assert(next == 2);
  cds_wfcq_destroy(&head, &tail);
  return 0;
}
