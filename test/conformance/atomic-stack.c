// A lock-free stack: threads push heap nodes by compare-exchange, main pops them all afterwards; nothing is lost or doubled.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 3, EACH = 3 };

struct node {
  int value;
  struct node *next;
};

static struct node *_Atomic top;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &node->next, node)) {}
}

static void *work(void *arg) {
  for (int i = 0; i < EACH; i++) push(*(int *)arg + i);
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  int base[THREADS], seen[10 * THREADS] = {0}, last[THREADS], ordered = 1, count = 0;
  for (int i = 0; i < THREADS; i++) {
    base[i] = 10 * i, last[i] = 10;
    pthread_create(&t[i], NULL, work, &base[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  for (struct node *node = top, *next; node; node = next, count++) {
    next = node->next;
    seen[node->value]++;
    ordered &= node->value % 10 < last[node->value / 10];
    last[node->value / 10] = node->value % 10;
    free(node);
  }
  printf("count %d, last in first out per thread %d\n", count, ordered);
  for (int i = 0; i < THREADS; i++) printf("%d%d%d\n", seen[10 * i], seen[10 * i + 1], seen[10 * i + 2]);
  return 0;
}
