/*
 * A slab allocator without locks on the fast path: each thread has a heap of blocks of one size and allocates from it alone.  A
 * block freed by another thread goes to the remote list of the heap it came from, which the owner takes as a whole when
 * its own list is empty.
 *
 * The driver: an owner allocates two blocks of a slab of two, hands them to a second thread through a mailbox, and
 * then allocates twice more; the second thread takes what it finds in the mailbox, reads it and frees it.
 *
 * assert: safe.  A block is in one list or in one hand: the owner's list is its own, a remote free pushes with a
 *   compare-exchange, and the owner takes all of the remote list with one exchange (so that a head that comes back is no
 *   danger: whatever the list is, a push puts its block in front of the head it has read).  A message is read unchanged
 *   by the receiver, and at the end every block is in a list or counted as in use.
 * race: safe.  A block's bytes are written by who holds it.  The hand-over is a release exchange of the mailbox read by an acquire
 *   one; the way back is the push on the remote list (release) and the exchange that takes it (acquire).
 * memory: safe.  Blocks lie inside the slab, which main frees after both threads.
 * deadlock: safe.  No locks.  A push repeats only if the list has changed or the exchange failed spuriously.
 * leak: safe.  overflow, uninit: safe; the lists are threaded when the heap is made, a message is filled before it is sent.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- allocator */

#define SLAB_BLOCKS 2
#define BLOCK_BYTES 16

struct heap;

struct block {
  struct heap *home;
  struct block *next; /* while it is free */
  _Alignas(8) unsigned char bytes[BLOCK_BYTES];
};

struct heap {
  struct block *local;
  _Atomic(struct block *) remote;
  struct block *slab;
  unsigned in_use;        /* as the owner knows it */
  unsigned collected;
};

static bool heap_init(struct heap *h)
{
  h->slab = malloc(SLAB_BLOCKS * sizeof *h->slab);
  if (!h->slab)
    return false;
  h->local = NULL;
  for (unsigned i = 0; i < SLAB_BLOCKS; i++) {
    h->slab[i].home = h;
    h->slab[i].next = h->local;
    h->local = &h->slab[i];
  }
  atomic_init(&h->remote, NULL);
  h->in_use = 0;
  h->collected = 0;
  return true;
}

/* Owner: takes back what other threads have freed. */
static void heap_collect(struct heap *h)
{
  struct block *b = atomic_exchange_explicit(&h->remote, NULL, memory_order_acquire);

  while (b) {
    struct block *next = b->next;

    b->next = h->local;
    h->local = b;
    h->in_use--;
    h->collected++;
    b = next;
  }
}

static inline struct block *block_of(void *bytes)
{
  return (struct block *)((unsigned char *)bytes - offsetof(struct block, bytes));
}

/* Owner only.  NULL: every block is in use. */
static void *heap_alloc(struct heap *h)
{
  struct block *b = h->local;

  if (!b) {
    heap_collect(h);
    b = h->local;
    if (!b)
      return NULL;
  }
  h->local = b->next;
  b->next = NULL;
  h->in_use++;
  return b->bytes;
}

static void push_remote(struct heap *h, struct block *b)
{
  struct block *head = atomic_load_explicit(&h->remote, memory_order_relaxed);

  do {
    b->next = head;
  } while (!atomic_compare_exchange_weak_explicit(&h->remote, &head, b, memory_order_release, memory_order_relaxed));
}

/* Any thread: `self` is the caller's heap, NULL if it has none. */
static void heap_free(struct heap *self, void *bytes)
{
  struct block *b = block_of(bytes);

  if (b->home != self) {
    push_remote(b->home, b);
    return;
  }
  b->next = self->local;
  self->local = b;
  self->in_use--;
}

static unsigned heap_count_free(const struct heap *h)
{
  unsigned count = 0;

  for (const struct block *b = h->local; b; b = b->next)
    count++;
  return count;
}

/* Every thread has ended. */
static void heap_destroy(struct heap *h)
{
  heap_collect(h);
  assert(h->in_use + heap_count_free(h) == SLAB_BLOCKS);
  assert(h->in_use == 0);
  free(h->slab);
}

/* ---- driver: messages through a mailbox */

#define BOXES 2

struct message {
  uint32_t number;
  uint32_t check;
};

_Static_assert(sizeof(struct message) <= BLOCK_BYTES, "a message fits a block");

struct mailbox {
  _Atomic(struct message *) boxes[BOXES];
};

static struct mailbox mailbox;
static struct heap owner_heap;
static unsigned received;

static void send(struct mailbox *m, struct heap *self, unsigned box, uint32_t number)
{
  struct message *fresh = heap_alloc(self);
  struct message *unread;

  if (!fresh)
    return;
  fresh->number = number;
  fresh->check = ~number;
  unread = atomic_exchange_explicit(&m->boxes[box], fresh, memory_order_acq_rel);
  if (unread)
    heap_free(self, unread);
}

static void *owner_main(void *argument)
{
  (void)argument;
  for (uint32_t i = 0; i < 4; i++)
    send(&mailbox, &owner_heap, i % BOXES, i + 1);
  return NULL;
}

static void *receiver_main(void *argument)
{
  (void)argument;
  for (unsigned i = 0; i < BOXES; i++) {
    struct message *m = atomic_exchange_explicit(&mailbox.boxes[i], NULL, memory_order_acquire);

    if (!m)
      continue;
    assert(m->check == ~m->number);
    received++;
    heap_free(NULL, m);
  }
  return NULL;
}

int main(void)
{
  pthread_t owner, receiver;

  if (!heap_init(&owner_heap))
    return EXIT_FAILURE;
  pthread_create(&owner, NULL, owner_main, NULL);
  pthread_create(&receiver, NULL, receiver_main, NULL);
  pthread_join(owner, NULL);
  pthread_join(receiver, NULL);
  assert(received <= BOXES);
  for (unsigned i = 0; i < BOXES; i++) {
    struct message *m = atomic_load(&mailbox.boxes[i]);

    if (m) {
      assert(m->check == ~m->number);
      heap_free(&owner_heap, m);
    }
  }
  heap_destroy(&owner_heap);
  printf("%u received\n", received);
  return EXIT_SUCCESS;
}
