/* A set as a skip list with a lock per node: a walk takes no locks; an insertion or a removal locks the nodes before the place, looks whether they are still neighbours, and
   then changes the links, from the bottom up or from the top down. A node counts as in the set when it is fully linked and not marked (Herlihy, Lev, Luchangco and Shavit,
   SIROCCO 2007).

   Threads run scripts. Asserted in the end: each level is sorted and a part of the level below; no node is marked or locked; a key is in the set exactly if it was inserted once more
   often than it was removed. With -DBAD an insertion does not look again after it has locked the nodes.

   -DSCRIPTS=n chooses how many threads run (2 to 4), -DLENGTH=n how many commands each has (1 to 3). */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef SCRIPTS
#define SCRIPTS 2
#endif
#ifndef LENGTH
#define LENGTH 1
#endif

enum { levels = 2, nodesPerThread = 4, maxKey = 9 };

/* ---- nodes */

struct node {
  int key, top; /* linked on levels 0 to top */
  _Atomic(struct node *) next[levels];
  atomic_bool isMarked, isLinked;
  pthread_mutex_t lock;
};

static struct node head, tail, first;
static struct node pool[4][nodesPerThread];

struct thread {
  int id, used;
  int inserted[maxKey + 1], removed[maxKey + 1];
};

static struct thread threads[4];

static void initialiseNode(struct node *n, int key, int top) {
  n->key = key;
  n->top = top;
  for (int i = 0; i < levels; i++) atomic_init(&n->next[i], NULL);
  atomic_init(&n->isMarked, false);
  atomic_init(&n->isLinked, false);
  pthread_mutex_init(&n->lock, NULL);
}

static struct node *newNode(struct thread *t, int key, int top) {
  assert(t->used < nodesPerThread);
  struct node *n = &pool[t->id][t->used++];
  initialiseNode(n, key, top);
  return n;
}

/* ---- the list */

struct neighbours {
  struct node *before[levels], *after[levels];
};

/* The highest level on which the key was found; -1: it was not. */
static int find(int key, struct neighbours *found) {
  int level = -1;
  struct node *before = &head;
  for (int i = levels - 1; i >= 0; i--) {
    struct node *at = atomic_load(&before->next[i]);
    while (at->key < key) {
      before = at;
      at = atomic_load(&before->next[i]);
    }
    if (level < 0 && at->key == key) level = i;
    found->before[i] = before;
    found->after[i] = at;
  }
  return level;
}

/* Locks are taken from the bottom up, a node that is before the place on several levels once. */
struct locked {
  struct node *nodes[levels];
  int count;
};

static void lockNode(struct locked *l, struct node *n) {
  for (int i = 0; i < l->count; i++)
    if (l->nodes[i] == n) return;
  pthread_mutex_lock(&n->lock);
  l->nodes[l->count++] = n;
}

static void unlockAll(struct locked *l) {
  while (l->count > 0) pthread_mutex_unlock(&l->nodes[--l->count]->lock);
}

/* Locks the nodes before the place up to the level. Returns whether they are still there and still neighbours. */
static bool lockBefore(struct locked *l, struct neighbours *n, int top, bool isInsertion) {
  for (int i = 0; i <= top; i++) {
    struct node *before = n->before[i], *after = n->after[i];
    lockNode(l, before);
#ifdef BAD
    if (isInsertion) continue;
#endif
    if (atomic_load(&before->isMarked) || atomic_load(&before->next[i]) != after) return false;
    if (isInsertion && atomic_load(&after->isMarked)) return false;
  }
  return true;
}

static bool insert(struct thread *t, int key, int top) {
  struct node *made = NULL;
  for (;;) {
    struct neighbours n;
    int level = find(key, &n);
    if (level >= 0) {
      struct node *there = n.after[level];
      if (!atomic_load(&there->isMarked)) {
        while (!atomic_load(&there->isLinked))
          ;
        return false;
      }
      continue; /* it is being removed */
    }
    struct locked l = {.count = 0};
    if (!lockBefore(&l, &n, top, true)) {
      unlockAll(&l);
      continue;
    }
    if (made == NULL) made = newNode(t, key, top);
    for (int i = 0; i <= top; i++) atomic_store(&made->next[i], n.after[i]);
    for (int i = 0; i <= top; i++) atomic_store(&n.before[i]->next[i], made);
    atomic_store(&made->isLinked, true);
    unlockAll(&l);
    return true;
  }
}

static bool mayBeRemoved(struct node *n, int level) {
  return atomic_load(&n->isLinked) && n->top == level && !atomic_load(&n->isMarked);
}

static bool removeKey(int key) {
  struct node *victim = NULL;
  for (;;) {
    struct neighbours n;
    int level = find(key, &n);
    if (victim == NULL) {
      if (level < 0 || !mayBeRemoved(n.after[level], level)) return false;
      struct node *found = n.after[level];
      pthread_mutex_lock(&found->lock);
      if (atomic_load(&found->isMarked)) {
        pthread_mutex_unlock(&found->lock);
        return false;
      }
      atomic_store(&found->isMarked, true);
      victim = found;
    }
    struct locked l = {.count = 0};
    bool isValid = true;
    for (int i = 0; isValid && i <= victim->top; i++) {
      struct node *before = n.before[i];
      lockNode(&l, before);
      isValid = !atomic_load(&before->isMarked) && atomic_load(&before->next[i]) == victim;
    }
    if (!isValid) {
      unlockAll(&l);
      continue;
    }
    for (int i = victim->top; i >= 0; i--) atomic_store(&n.before[i]->next[i], atomic_load(&victim->next[i]));
    pthread_mutex_unlock(&victim->lock);
    unlockAll(&l);
    return true;
  }
}

static bool contains(int key) {
  struct neighbours n;
  int level = find(key, &n);
  return level >= 0 && atomic_load(&n.after[level]->isLinked) && !atomic_load(&n.after[level]->isMarked);
}

/* ---- scripts */

enum operation { put, take, ask };

struct command {
  enum operation operation;
  int key, top;
};

static const struct command scripts[4][3] = {
    {{put, 5, 0}, {put, 7, 1}, {take, 5, 0}},
    {{put, 6, 0}, {take, 4, 0}, {ask, 7, 0}},
    {{take, 4, 0}, {put, 5, 1}, {ask, 4, 0}},
    {{ask, 4, 0}, {take, 5, 0}, {put, 4, 0}},
};

static void *run(void *arg) {
  struct thread *t = arg;
  for (int i = 0; i < LENGTH; i++) {
    const struct command *c = &scripts[t->id][i];
    switch (c->operation) {
      case put:
        if (insert(t, c->key, c->top)) t->inserted[c->key]++;
        break;
      case take:
        if (removeKey(c->key)) t->removed[c->key]++;
        break;
      case ask:
        (void)contains(c->key);
        break;
    }
  }
  return NULL;
}

/* ---- the final check */

static bool isOnLevel(struct node *n, int level) {
  for (struct node *at = head.next[level]; at != &tail; at = at->next[level])
    if (at == n) return true;
  return false;
}

static void checkLevels(void) {
  for (int level = 0; level < levels; level++) {
    int last = INT_MIN;
    for (struct node *at = head.next[level]; at != &tail; at = at->next[level]) {
      assert(at->key > last);
      last = at->key;
      assert(at->top >= level);
      assert(at->isLinked && !at->isMarked);
      if (level > 0) assert(isOnLevel(at, level - 1));
    }
  }
}

static void checkLocks(void) {
  for (int i = 0; i < SCRIPTS; i++)
    for (int k = 0; k < threads[i].used; k++) {
      struct node *n = &pool[i][k];
      int status = pthread_mutex_trylock(&n->lock);
      assert(status == 0);
      pthread_mutex_unlock(&n->lock);
    }
}

static void checkKeys(void) {
  for (int key = 1; key <= maxKey; key++) {
    int expected = key == first.key;
    for (int i = 0; i < SCRIPTS; i++) expected += threads[i].inserted[key] - threads[i].removed[key];
    assert(expected == 0 || expected == 1);
    assert(contains(key) == (expected == 1));
  }
}

int main(void) {
  pthread_t t[SCRIPTS];
  initialiseNode(&head, INT_MIN, levels - 1);
  initialiseNode(&tail, INT_MAX, levels - 1);
  initialiseNode(&first, 4, levels - 1);
  head.isLinked = tail.isLinked = first.isLinked = true;
  for (int i = 0; i < levels; i++) {
    head.next[i] = &first;
    first.next[i] = &tail;
  }
  for (int i = 0; i < SCRIPTS; i++) {
    threads[i].id = i;
    pthread_create(&t[i], NULL, run, &threads[i]);
  }
  for (int i = 0; i < SCRIPTS; i++) pthread_join(t[i], NULL);
  checkLevels();
  checkKeys();
  checkLocks();
  return 0;
}
