/*
 * A pool of texture slots with generational handles.  The free list is a lock-free stack whose head carries a counter next
 * to the index, so that a compare-exchange notices that the head came back meanwhile.
 *
 * assert: safe.  The counter makes every head value unique during a pop, so a slot has one owner; a handle whose generation
 *   is old is refused.
 * race: safe.  Head, links and generations are atomic.  Pixels are touched by the owner between pop and push only, and
 *   every change of the head is a sequentially consistent read-modify-write, which orders one owner's accesses
 *   before the next owner's.
 * memory: safe.  Indices in the head and the links are below SLOTS or the end mark.
 * deadlock: safe (joins only; a retry means that another thread succeeded).
 * overflow, leak, uninit: safe.  Unsigned 16-bit fields in an unsigned word; no heap; pixels are written before they are
 *   read.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define SLOTS 3u
#define END 0xffffu
#define PIXELS 4
#define ARTISTS 2
#define ROUNDS 2

typedef uint32_t handle_t; /* generation << 16 | index */

struct slot {
  atomic_uint generation; /* odd while in use */
  atomic_uint next;
  uint8_t pixels[PIXELS];
};

static struct slot slots[SLOTS];
static atomic_uint free_head; /* counter << 16 | index */
static atomic_uint exhausted, stale_refused;

static inline unsigned pack(unsigned high, unsigned low)
{
  return (high & 0xffffu) << 16 | (low & 0xffffu);
}

static inline unsigned low_half(unsigned word) { return word & 0xffffu; }
static inline unsigned high_half(unsigned word) { return word >> 16; }

static void pool_init(void)
{
  for (unsigned i = 0; i < SLOTS; i++) {
    atomic_init(&slots[i].generation, 0);
    atomic_init(&slots[i].next, i + 1 < SLOTS ? i + 1 : END);
  }
  atomic_init(&free_head, pack(0, 0));
}

static unsigned pop_free(void)
{
  unsigned head = atomic_load(&free_head);

  for (;;) {
    unsigned index = low_half(head);
    if (index == END)
      return END;
    unsigned next = atomic_load(&slots[index].next);
    if (atomic_compare_exchange_strong(&free_head, &head, pack(high_half(head) + 1, next)))
      return index;
  }
}

static void push_free(unsigned index)
{
  unsigned head = atomic_load(&free_head);

  do {
    atomic_store(&slots[index].next, low_half(head));
  } while (!atomic_compare_exchange_strong(&free_head, &head, pack(high_half(head) + 1, index)));
}

static bool texture_create(handle_t *out)
{
  unsigned index = pop_free();

  if (index == END) {
    atomic_fetch_add(&exhausted, 1);
    return false;
  }
  unsigned generation = atomic_fetch_add(&slots[index].generation, 1) + 1;
  assert(generation % 2 == 1);
  *out = pack(generation, index);
  return true;
}

/* The slot of a handle, or NULL if the handle is stale. */
static struct slot *texture_get(handle_t h)
{
  unsigned index = low_half(h);

  if (index >= SLOTS || (atomic_load(&slots[index].generation) & 0xffffu) != high_half(h))
    return NULL;
  return &slots[index];
}

static bool texture_destroy(handle_t h)
{
  struct slot *s = texture_get(h);

  if (!s)
    return false;
  unsigned generation = atomic_fetch_add(&s->generation, 1);
  assert(generation % 2 == 1);
  push_free(low_half(h));
  return true;
}

static void paint(struct slot *s, uint8_t colour)
{
  for (int i = 0; i < PIXELS; i++)
    s->pixels[i] = (uint8_t)(colour + i);
}

static bool verify(const struct slot *s, uint8_t colour)
{
  for (int i = 0; i < PIXELS; i++)
    if (s->pixels[i] != (uint8_t)(colour + i))
      return false;
  return true;
}

struct artist {
  pthread_t thread;
  uint8_t colour;
  unsigned painted;
};

/* Keeps two textures at a time, lets the older one go first: the pattern that hurts a stack without a counter. */
static void *artist_main(void *arg)
{
  struct artist *a = arg;

  for (int round = 0; round < ROUNDS; round++) {
    handle_t h[2];
    int n = 0;

    while (n < 2 && texture_create(&h[n])) {
      paint(texture_get(h[n]), (uint8_t)(a->colour + n));
      n++;
    }
    for (int i = 0; i < n; i++) {
      bool intact = verify(texture_get(h[i]), (uint8_t)(a->colour + i));
      assert(intact);
      bool destroyed = texture_destroy(h[i]);
      assert(destroyed);
      a->painted++;
      if (!texture_get(h[i]))
        atomic_fetch_add(&stale_refused, 1);
    }
  }
  return NULL;
}

int main(void)
{
  struct artist artists[ARTISTS];
  unsigned painted = 0, free_slots = 0;

  pool_init();
  for (int i = 0; i < ARTISTS; i++) {
    artists[i].colour = (uint8_t)(100 * i);
    artists[i].painted = 0;
    pthread_create(&artists[i].thread, NULL, artist_main, &artists[i]);
  }
  for (int i = 0; i < ARTISTS; i++) {
    pthread_join(artists[i].thread, NULL);
    painted += artists[i].painted;
  }
  for (unsigned i = low_half(atomic_load(&free_head)); i != END; i = atomic_load(&slots[i].next))
    free_slots++;
  assert(free_slots == SLOTS);
  assert(painted == atomic_load(&stale_refused));
  printf("%u textures painted, pool exhausted %u times\n", painted, atomic_load(&exhausted));
  return 0;
}
