/* A sorted set as a lock-free linked list: a node is removed in two steps, first marked in its own link and then unlinked by whoever passes (Harris, DISC 2001;
   Michael, SPAA 2002). Keys are at least 1; a head and a tail stand outside them.

   Threads run scripts of operations and keep what each operation answered. Asserted in the end: the list is sorted and free of marks; a key is in it exactly if it
   was inserted once more often than it was removed, by those operations that said so; every node is linked once, or was given up; and what a thread saw while it walked was in
   order. With -DBAD a node is unlinked without having been marked: an insertion behind it is lost.

   -DSCRIPTS=n chooses how many threads run (2 to 4), -DLENGTH=n how many operations each has (1 to 4). */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef SCRIPTS
#define SCRIPTS 2
#endif
#ifndef LENGTH
#define LENGTH 2
#endif

/* ---- nodes */

enum { nodesPerThread = 8, maxNodes = 4 * nodesPerThread + 8, maxKey = 9 };

struct node {
  int key;
  /* The next node; its lowest bit says that this node has been removed. */
  _Atomic(uintptr_t) next;
  /* For the final check only: who made it, and what became of it. */
  int maker;
  atomic_int isLinked, isGivenUp;
};

static struct node pool[maxNodes];

struct thread {
  int id;
  int used;
  /* Counters for the final check. */
  int inserted[maxKey + 1], removed[maxKey + 1];
  int restarts, helped;
};

static uintptr_t linkTo(struct node *n) {
  return (uintptr_t)n;
}

static struct node *nodeOf(uintptr_t link) {
  return (struct node *)(link & ~(uintptr_t)1);
}

static bool isMarked(uintptr_t link) {
  return (link & 1) != 0;
}

static uintptr_t marked(uintptr_t link) {
  return link | 1;
}

static struct node *newNode(struct thread *t, int key) {
  assert(t->used < nodesPerThread);
  struct node *n = &pool[8 + t->id * nodesPerThread + t->used++];
  n->key = key;
  n->maker = t->id;
  atomic_init(&n->next, 0);
  return n;
}

/* A node that was made but not inserted goes back. */
static void giveBack(struct thread *t, struct node *n) {
  assert(n->maker == t->id);
  t->used--;
  memset(n, 0, sizeof *n);
}

/* ---- the list */

struct list {
  struct node *head, *tail;
  atomic_int length;
};

static struct list list;

static void initialise(struct list *l) {
  l->head = &pool[0];
  l->tail = &pool[1];
  l->head->key = INT_MIN;
  l->tail->key = INT_MAX;
  atomic_init(&l->tail->next, 0);
  atomic_init(&l->head->next, linkTo(l->tail));
  atomic_init(&l->length, 0);
}

/* Where a key is, or would be: the node before it, and the first that is not smaller. */
struct position {
  struct node *before, *at;
};

/* Unlinks a marked node. Returns false if its neighbour has changed meanwhile. */
static bool unlinkMarked(struct thread *t, struct node *before, struct node *n, struct node *after) {
  uintptr_t expected = linkTo(n);
  if (!atomic_compare_exchange_strong(&before->next, &expected, linkTo(after))) return false;
  n->isGivenUp = 1;
  t->helped++;
  return true;
}

/* Walks to the position of the key; marked nodes on the way are unlinked. Returns false if the walk has to begin again. */
static bool walk(struct thread *t, struct list *l, int key, struct position *p) {
  struct node *before = l->head;
  struct node *at = nodeOf(atomic_load(&before->next));
  int last = INT_MIN;
  for (;;) {
    if (at == l->tail) break;
    uintptr_t next = atomic_load(&at->next);
    if (isMarked(next)) {
      if (!unlinkMarked(t, before, at, nodeOf(next))) return false;
      at = nodeOf(next);
      continue;
    }
    /* Keys of nodes do not change, and links lead to larger ones. */
    assert(at->key > last);
    last = at->key;
    if (at->key >= key) break;
    before = at;
    at = nodeOf(next);
  }
  p->before = before;
  p->at = at;
  return true;
}

static struct position find(struct thread *t, struct list *l, int key) {
  struct position p;
  while (!walk(t, l, key, &p)) t->restarts++;
  return p;
}

static bool insert(struct thread *t, struct list *l, int key) {
  struct node *n = newNode(t, key);
  for (;;) {
    struct position p = find(t, l, key);
    if (p.at != l->tail && p.at->key == key) {
      giveBack(t, n);
      return false;
    }
    atomic_store(&n->next, linkTo(p.at));
    uintptr_t expected = linkTo(p.at);
    if (atomic_compare_exchange_strong(&p.before->next, &expected, linkTo(n))) {
      n->isLinked = 1;
      atomic_fetch_add(&l->length, 1);
      return true;
    }
    t->restarts++;
  }
}

#ifdef BAD

/* Without a mark: what is inserted behind the node at this moment is lost with it. */
static bool removeKey(struct thread *t, struct list *l, int key) {
  for (;;) {
    struct position p = find(t, l, key);
    if (p.at == l->tail || p.at->key != key) return false;
    uintptr_t next = atomic_load(&p.at->next), expected = linkTo(p.at);
    if (atomic_compare_exchange_strong(&p.before->next, &expected, next)) {
      p.at->isGivenUp = 1;
      atomic_fetch_sub(&l->length, 1);
      return true;
    }
    t->restarts++;
  }
}

#else

static bool removeKey(struct thread *t, struct list *l, int key) {
  for (;;) {
    struct position p = find(t, l, key);
    if (p.at == l->tail || p.at->key != key) return false;
    uintptr_t next = atomic_load(&p.at->next);
    if (isMarked(next)) {
      t->restarts++;
      continue;
    }
    if (!atomic_compare_exchange_strong(&p.at->next, &next, marked(next))) {
      t->restarts++;
      continue;
    }
    atomic_fetch_sub(&l->length, 1);
    /* If somebody else is in the way, the next walk unlinks it. */
    if (!unlinkMarked(t, p.before, p.at, nodeOf(next))) (void)find(t, l, key);
    return true;
  }
}

#endif

/* Does not help others: it only reads. */
static bool contains(struct list *l, int key) {
  struct node *at = nodeOf(atomic_load(&l->head->next));
  while (at != l->tail && at->key < key) at = nodeOf(atomic_load(&at->next));
  return at != l->tail && at->key == key && !isMarked(atomic_load(&at->next));
}

/* ---- scripts */

enum operation { end, put, take, ask };

struct command {
  enum operation operation;
  int key;
};

static const struct command scripts[4][4] = {
    {{take, 4}, {put, 6}, {take, 6}, {put, 4}},
    {{put, 5}, {take, 4}, {put, 7}, {ask, 5}},
    {{ask, 4}, {put, 5}, {take, 5}, {ask, 5}},
    {{take, 5}, {put, 4}, {ask, 6}, {take, 7}},
};

static struct thread threads[4];

static void execute(struct thread *t, const struct command *c) {
  switch (c->operation) {
    case put:
      if (insert(t, &list, c->key)) t->inserted[c->key]++;
      break;
    case take:
      if (removeKey(t, &list, c->key)) t->removed[c->key]++;
      break;
    case ask:
      (void)contains(&list, c->key);
      break;
    case end:
      break;
  }
}

static void *run(void *arg) {
  struct thread *t = arg;
  for (int i = 0; i < LENGTH; i++) execute(t, &scripts[t->id][i]);
  return NULL;
}

/* ---- the final check */

static int countIn(struct list *l, int key) {
  int count = 0;
  for (struct node *n = nodeOf(l->head->next); n != l->tail; n = nodeOf(n->next))
    if (n->key == key && !isMarked(n->next)) count++;
  return count;
}

static void checkOrder(struct list *l) {
  int last = INT_MIN, count = 0;
  for (struct node *n = nodeOf(l->head->next); n != l->tail; n = nodeOf(n->next)) {
    assert(n->key > last);
    last = n->key;
    if (!isMarked(n->next)) count++;
    assert(count <= maxNodes);
  }
  assert(count == l->length);
}

static void checkKeys(struct list *l, int first) {
  for (int key = 1; key <= maxKey; key++) {
    int expected = key == first;
    for (int i = 0; i < SCRIPTS; i++) expected += threads[i].inserted[key] - threads[i].removed[key];
    assert(expected == 0 || expected == 1);
    assert(countIn(l, key) == expected);
    assert(contains(l, key) == (expected == 1));
  }
}

static void checkNodes(void) {
  for (int i = 0; i < SCRIPTS; i++)
    for (int k = 0; k < threads[i].used; k++) {
      struct node *n = &pool[8 + i * nodesPerThread + k];
      assert(n->isLinked);
      if (n->isGivenUp) assert(countIn(&list, n->key) <= 1);
    }
}

int main(void) {
  pthread_t t[SCRIPTS];
  initialise(&list);
  /* One node is there from the start: it is the one that two threads meet at. */
  struct node *n = &pool[2];
  n->key = 4;
  n->isLinked = 1;
  atomic_init(&n->next, linkTo(list.tail));
  list.head->next = linkTo(n);
  list.length = 1;
  for (int i = 0; i < SCRIPTS; i++) {
    threads[i].id = i;
    pthread_create(&t[i], NULL, run, &threads[i]);
  }
  for (int i = 0; i < SCRIPTS; i++) pthread_join(t[i], NULL);
  checkOrder(&list);
  checkKeys(&list, 4);
  checkNodes();
  return 0;
}
