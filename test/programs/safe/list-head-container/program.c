/*
 * Two threads append to an intrusive list under a lock; main walks it in the usual way: the cursor is an item computed from a link, at the end also from the
 * list's head, where it is compared and not used.
 *
 * memory: the head is not a member of an item, so that last cursor lies before it, in whatever object is there. Only &cursor->link is
 * used, which is the head again.
 * assert: both items are counted once.
 * race, deadlock: the list is changed under its lock, and walked after the joins.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct link {
  struct link *next, *previous;
};

struct item {
  long weight[6];
  int number;
  struct link link;
};

#define item_of(pointer) ((struct item *)((char *)(pointer) - offsetof(struct item, link)))
#define for_each(cursor, head) for (cursor = item_of((head)->next); &cursor->link != (head); cursor = item_of(cursor->link.next))

pthread_mutex_t before = PTHREAD_MUTEX_INITIALIZER;
struct link list = {&list, &list};
static struct item items[2];

static void append(struct item *item) {
  item->link.next = &list;
  item->link.previous = list.previous;
  list.previous->next = &item->link;
  list.previous = &item->link;
}

static void *worker(void *item) {
  pthread_mutex_lock(&before);
  append(item);
  pthread_mutex_unlock(&before);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  struct item *cursor;
  int sum = 0;
  for_each(cursor, &list) sum = 100;
  assert(sum == 0);
  for (int i = 0; i < 2; i++) {
    items[i].number = i + 1;
    pthread_create(&threads[i], NULL, worker, &items[i]);
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  for_each(cursor, &list) sum += cursor->number;
  assert(sum == 3);
  return 0;
}
