/*
 * A walk over an intrusive list looks for an item and takes the cursor for it, found or not: where nothing was found, the cursor was computed from the
 * list's head, which is a member of nothing.
 *
 * memory: the finder reads the number of that cursor, before the head.
 * assert: in runs that read no such thing the number is right.
 * race, deadlock: everything is done under the lock.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct link {
  struct link *next;
};

struct item {
  int number;
  long weight[6];
  struct link link;
};

#define item_of(pointer) ((struct item *)((char *)(pointer) - offsetof(struct item, link)))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct link list = {&list};
static struct item only = {.number = 7};

static void *adder(void *unused) {
  pthread_mutex_lock(&lock);
  only.link.next = list.next;
  list.next = &only.link;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct item *cursor;
  pthread_create(&thread, NULL, adder, NULL);
  pthread_mutex_lock(&lock);
  for (cursor = item_of(list.next); &cursor->link != &list; cursor = item_of(cursor->link.next))
    if (cursor->number == 7) break;
  assert(cursor->number == 7);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
