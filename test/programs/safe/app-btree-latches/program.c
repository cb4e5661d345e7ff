/*
 * A B-tree with latch coupling: a thread latches a child before it releases the parent, and full nodes are split on the way
 * down, so that the parent always has room.
 *
 * assert: safe.  After all insertions the tree is sorted, holds every key once, and all leaves have the same depth.
 * race: safe.  A node is read and written under its latch only (a new node is private until it is linked under the
 *   parent's latch); the root pointer is protected by its own lock.
 * deadlock: safe.  Latches are taken from the root downwards; the root lock comes first.
 * memory: safe.  A node has room for KEYS keys; it is split when full before anything is added to it.
 * leak: safe.  The tree is freed recursively.  uninit, overflow: safe: only the first `count` keys are read.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define KEYS 3 /* odd; a full node splits into two with (KEYS - 1) / 2 keys each */
#define HALF (KEYS / 2)
#define INSERTERS 2
#define INSERTS 3

struct node {
  pthread_mutex_t latch;
  bool leaf;
  int count;
  unsigned keys[KEYS];
  struct node *children[KEYS + 1];
};

struct tree {
  pthread_mutex_t root_lock;
  struct node *root;
};

static struct node *node_new(bool leaf)
{
  struct node *n = calloc(1, sizeof *n);
  if (!n)
    abort();
  pthread_mutex_init(&n->latch, NULL);
  n->leaf = leaf;
  return n;
}

static inline void latch(struct node *n) { pthread_mutex_lock(&n->latch); }
static inline void unlatch(struct node *n) { pthread_mutex_unlock(&n->latch); }

/* Position of the first key >= key. */
static int position(const struct node *n, unsigned key)
{
  int i = 0;
  while (i < n->count && n->keys[i] < key)
    i++;
  return i;
}

/* Splits the full child i of a parent with room.  Both are latched (or the parent is still private). */
static void split_child(struct node *parent, int i)
{
  struct node *left = parent->children[i];
  struct node *right = node_new(left->leaf);

  assert(left->count == KEYS && parent->count < KEYS);
  right->count = HALF;
  for (int k = 0; k < HALF; k++)
    right->keys[k] = left->keys[HALF + 1 + k];
  if (!left->leaf)
    for (int k = 0; k <= HALF; k++)
      right->children[k] = left->children[HALF + 1 + k];
  left->count = HALF;

  for (int k = parent->count; k > i; k--) {
    parent->keys[k] = parent->keys[k - 1];
    parent->children[k + 1] = parent->children[k];
  }
  parent->keys[i] = left->keys[HALF];
  parent->children[i + 1] = right;
  parent->count++;
}

/* Returns the root, latched and with room for another key. */
static struct node *latch_root_for_insert(struct tree *t)
{
  struct node *root;

  pthread_mutex_lock(&t->root_lock);
  root = t->root;
  latch(root);
  if (root->count == KEYS) {
    struct node *top = node_new(false);
    top->children[0] = root;
    split_child(top, 0); /* nobody else can reach the new root yet */
    unlatch(root);
    t->root = root = top;
    latch(root);
  }
  pthread_mutex_unlock(&t->root_lock);
  return root;
}

static bool tree_insert(struct tree *t, unsigned key)
{
  struct node *n = latch_root_for_insert(t);

  for (;;) {
    int i = position(n, key);
    if (i < n->count && n->keys[i] == key) {
      unlatch(n);
      return false;
    }
    if (n->leaf) {
      for (int k = n->count; k > i; k--)
        n->keys[k] = n->keys[k - 1];
      n->keys[i] = key;
      n->count++;
      unlatch(n);
      return true;
    }
    struct node *child = n->children[i];
    latch(child);
    if (child->count == KEYS) {
      split_child(n, i);
      unlatch(child);
      continue; /* look again: the key that moved up decides */
    }
    unlatch(n);
    n = child;
  }
}

static bool tree_contains(struct tree *t, unsigned key)
{
  struct node *n;

  pthread_mutex_lock(&t->root_lock);
  n = t->root;
  latch(n);
  pthread_mutex_unlock(&t->root_lock);
  for (;;) {
    int i = position(n, key);
    bool here = i < n->count && n->keys[i] == key;
    if (here || n->leaf) {
      unlatch(n);
      return here;
    }
    struct node *child = n->children[i];
    latch(child);
    unlatch(n);
    n = child;
  }
}

/* Checks order and depth; returns the number of keys.  Single-threaded. */
static int tree_check(const struct node *n, unsigned *last, int depth, int *leaf_depth)
{
  int keys = n->count;

  if (n->leaf) {
    assert(*leaf_depth < 0 || *leaf_depth == depth);
    *leaf_depth = depth;
  }
  for (int i = 0; i <= n->count; i++) {
    if (!n->leaf)
      keys += tree_check(n->children[i], last, depth + 1, leaf_depth);
    if (i < n->count) {
      assert(n->keys[i] > *last);
      *last = n->keys[i];
    }
  }
  return keys;
}

static void node_free(struct node *n)
{
  if (!n->leaf)
    for (int i = 0; i <= n->count; i++)
      node_free(n->children[i]);
  pthread_mutex_destroy(&n->latch);
  free(n);
}

static struct tree tree = { .root_lock = PTHREAD_MUTEX_INITIALIZER };
static const unsigned plan[INSERTERS][INSERTS] = { { 50, 20, 30 }, { 40, 10, 60 } };

static void *inserter_main(void *arg)
{
  const unsigned *keys = arg;

  for (int i = 0; i < INSERTS; i++) {
    bool added = tree_insert(&tree, keys[i]);
    assert(added);
  }
  bool found = tree_contains(&tree, keys[0]);
  assert(found);
  return NULL;
}

static void *reader_main(void *arg)
{
  (void)arg;
  bool early = tree_contains(&tree, 30);
  bool late = tree_contains(&tree, 30);
  assert(!early || late);
  return NULL;
}

int main(void)
{
  pthread_t inserters[INSERTERS], reader;
  unsigned last = 0;
  int leaf_depth = -1;

  tree.root = node_new(true);
  for (int i = 0; i < INSERTERS; i++)
    pthread_create(&inserters[i], NULL, inserter_main, (void *)plan[i]);
  pthread_create(&reader, NULL, reader_main, NULL);
  for (int i = 0; i < INSERTERS; i++)
    pthread_join(inserters[i], NULL);
  pthread_join(reader, NULL);

  int keys = tree_check(tree.root, &last, 0, &leaf_depth);
  assert(keys == INSERTERS * INSERTS && last == 60);
  printf("%d keys, depth %d\n", keys, leaf_depth);
  node_free(tree.root);
  return 0;
}
