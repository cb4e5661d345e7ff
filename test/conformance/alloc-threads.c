// Heap objects across threads: allocated in one, filled in another, freed in a third; a linked list grown by several threads.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *allocate(void *arg) { return calloc(4, *(size_t *)arg); }

static void *fill(void *arg) {
  for (int i = 0; i < 4; i++) ((int *)arg)[i] += i * 11;
  return arg;
}

static void *release(void *arg) {
  free(arg);
  return NULL;
}

static void *grow(void *arg) {
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = *(int *)arg;
    pthread_mutex_lock(&lock);
    node->next = list;
    list = node;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t t[2];
  void *cells;
  size_t size = sizeof(int);
  pthread_create(&t[0], NULL, allocate, &size);
  pthread_join(t[0], &cells);
  pthread_create(&t[0], NULL, fill, cells);
  pthread_join(t[0], &cells);
  for (int i = 0; i < 4; i++) printf("%d ", ((int *)cells)[i]);
  pthread_create(&t[0], NULL, release, cells);
  pthread_join(t[0], &cells);
  printf("%d\n", cells == NULL);

  int values[] = {1, 1000}, sum = 0, count = 0;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, grow, &values[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  for (struct node *node = list, *next; node; node = next) {
    sum += node->value, count++;
    next = node->next;
    free(node);
  }
  printf("sum %d, count %d\n", sum, count);
  return 0;
}
