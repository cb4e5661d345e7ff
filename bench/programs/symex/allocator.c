/* An allocator of small blocks: per size class a stack of free blocks, popped and pushed by compare-and-swap on a top with a version; chunks are cut from an arena by a
   pointer that only advances; larger blocks are found first fit in a list under a lock, split and merged again (after the allocators of Michael, PLDI 2004, and K&R).

   Threads run scripts of allocations, of writes to all of a block, and of frees. Asserted: blocks do not overlap while they are in use: what a thread wrote is still there when it
   frees it; blocks are aligned and inside the arena; in the end the lists hold every block once, and free neighbours were merged. With -DBAD the top has no version: a block that was
   popped and pushed again meanwhile is taken for untouched (ABA).

   -DSCRIPTS=n chooses how many threads run (1 to 3), -DLENGTH=n how many commands each has (1 to 6). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef SCRIPTS
#define SCRIPTS 2
#endif
#ifndef LENGTH
#define LENGTH 3
#endif

enum { unit = 8, classes = 2, arenaUnits = 32, largeUnits = 16, chunkBlocks = 2 };

/* ---- small blocks */

/* A free block holds the number of the next one in its first word; numbers are units of the arena plus one, 0 is none. */
static _Alignas(16) _Atomic(uint32_t) arena[arenaUnits * unit / 4];
static atomic_uint arenaUsed;

/* Number of the top block, and a version that every change counts up. */
typedef uint64_t top;

struct sizeClass {
  _Atomic(top) free;
  unsigned units;
  atomic_uint made;
};

static struct sizeClass sizes[classes] = {{.units = 1}, {.units = 2}};

static uint32_t numberOf(top t) {
  return (uint32_t)t;
}

static uint32_t versionOf(top t) {
  return (uint32_t)(t >> 32);
}

static top topOf(uint32_t number, uint32_t version) {
#ifdef BAD
  version = 0;
#endif
  return (top)version << 32 | number;
}

static _Atomic(uint32_t) *wordsOf(uint32_t number) {
  return &arena[(number - 1) * (unit / 4)];
}

static void push(struct sizeClass *c, uint32_t first, uint32_t last) {
  top before = atomic_load(&c->free);
  do
    atomic_store(wordsOf(last), numberOf(before));
  while (!atomic_compare_exchange_strong(&c->free, &before, topOf(first, versionOf(before) + 1)));
}

static uint32_t pop(struct sizeClass *c) {
  top before = atomic_load(&c->free);
  while (numberOf(before) != 0) {
    uint32_t next = atomic_load(wordsOf(numberOf(before)));
    if (atomic_compare_exchange_strong(&c->free, &before, topOf(next, versionOf(before) + 1))) return numberOf(before);
  }
  return 0;
}

/* Cuts a chunk of blocks from the arena; all but the first go to the stack. 0: the arena is used up. */
static uint32_t cut(struct sizeClass *c) {
  unsigned units = c->units * chunkBlocks;
  unsigned at = atomic_load(&arenaUsed);
  do
    if (at + units > arenaUnits) return 0;
  while (!atomic_compare_exchange_strong(&arenaUsed, &at, at + units));
  uint32_t first = at + 1;
  for (unsigned i = 1; i + 1 < chunkBlocks; i++) atomic_store(wordsOf(first + i * c->units), first + (i + 1) * c->units);
  if (chunkBlocks > 1) push(c, first + c->units, first + (chunkBlocks - 1) * c->units);
  atomic_fetch_add(&c->made, chunkBlocks);
  return first;
}

/* A chunk of the smallest blocks is there from the start. */
static void initialiseSmall(void) {
  uint32_t first = cut(&sizes[0]);
  assert(first != 0);
  push(&sizes[0], first, first);
}

/* ---- large blocks */

struct region {
  unsigned start, units;
  bool isFree;
  struct region *next, *before;
};

static struct region regions[largeUnits];
static struct region *unused, *firstRegion;
static pthread_mutex_t largeLock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(uint32_t) large[largeUnits * unit / 4];

static struct region *newRegion(unsigned start, unsigned units) {
  struct region *r = unused;
  assert(r != NULL);
  unused = r->next;
  *r = (struct region){.start = start, .units = units, .isFree = true};
  return r;
}

static void giveBack(struct region *r) {
  r->next = unused;
  unused = r;
}

static void initialiseLarge(void) {
  for (int i = 0; i < largeUnits; i++) giveBack(&regions[i]);
  firstRegion = newRegion(0, largeUnits);
}

static struct region *split(struct region *r, unsigned units) {
  if (r->units == units) return r;
  struct region *rest = newRegion(r->start + units, r->units - units);
  rest->next = r->next;
  rest->before = r;
  if (rest->next != NULL) rest->next->before = rest;
  r->next = rest;
  r->units = units;
  return r;
}

static void merge(struct region *r) {
  struct region *next = r->next;
  if (next == NULL || !next->isFree || !r->isFree) return;
  r->units += next->units;
  r->next = next->next;
  if (r->next != NULL) r->next->before = r;
  giveBack(next);
}

static struct region *allocateLarge(unsigned units) {
  struct region *found = NULL;
  pthread_mutex_lock(&largeLock);
  for (struct region *r = firstRegion; r != NULL; r = r->next)
    if (r->isFree && r->units >= units) {
      found = split(r, units);
      found->isFree = false;
      break;
    }
  pthread_mutex_unlock(&largeLock);
  return found;
}

static void freeLarge(struct region *r) {
  pthread_mutex_lock(&largeLock);
  assert(!r->isFree);
  r->isFree = true;
  merge(r);
  if (r->before != NULL) merge(r->before);
  pthread_mutex_unlock(&largeLock);
}

/* ---- the interface */

struct block {
  _Atomic(uint32_t) *words;
  unsigned units;
  struct sizeClass *class; /* NULL: a large block */
  uint32_t number;
  struct region *region;
};

static struct block allocate(unsigned units) {
  for (int i = 0; i < classes; i++)
    if (units <= sizes[i].units) {
      struct sizeClass *c = &sizes[i];
      uint32_t number = pop(c);
      if (number == 0) number = cut(c);
      if (number == 0) return (struct block){0};
      return (struct block){.words = wordsOf(number), .units = c->units, .class = c, .number = number};
    }
  struct region *r = allocateLarge(units);
  if (r == NULL) return (struct block){0};
  return (struct block){.words = &large[r->start * (unit / 4)], .units = units, .region = r};
}

static void release(struct block *b) {
  if (b->class != NULL)
    push(b->class, b->number, b->number);
  else
    freeLarge(b->region);
  *b = (struct block){0};
}

/* How many bytes are free, if nobody allocates meanwhile: what was never cut, what lies on the stacks, and the free regions. */
static unsigned countFree(void) {
  unsigned units = arenaUnits - atomic_load(&arenaUsed);
  for (int i = 0; i < classes; i++)
    for (uint32_t n = numberOf(atomic_load(&sizes[i].free)); n != 0; n = atomic_load(wordsOf(n))) units += sizes[i].units;
  pthread_mutex_lock(&largeLock);
  for (struct region *r = firstRegion; r != NULL; r = r->next)
    if (r->isFree) units += r->units;
  pthread_mutex_unlock(&largeLock);
  return units * unit;
}

/* ---- scripts */

enum operation { get, drop };

struct command {
  enum operation operation;
  int slot;
  unsigned units;
};

static const struct command scripts[3][6] = {
    {{get, 0, 1}, {get, 1, 3}, {drop, 1, 0}, {get, 1, 2}, {drop, 1, 0}, {drop, 0, 0}},
    {{get, 0, 1}, {get, 1, 1}, {drop, 0, 0}, {drop, 1, 0}, {get, 0, 4}, {drop, 0, 0}},
    {{get, 0, 5}, {drop, 0, 0}, {get, 0, 1}, {drop, 0, 0}, {get, 1, 2}, {drop, 1, 0}},
};

struct state {
  struct block held[2];
};

static struct state states[3];

/* Marks all of the block with its owner. */
static void fill(struct block *b, uint32_t mark) {
  assert((uintptr_t)b->words % unit == 0);
  for (unsigned i = 0; i < b->units * (unit / 4); i++) atomic_store_explicit(&b->words[i], mark, memory_order_relaxed);
}

static void check(struct block *b, uint32_t mark) {
  for (unsigned i = 0; i < b->units * (unit / 4); i++) assert(atomic_load_explicit(&b->words[i], memory_order_relaxed) == mark);
}

static void *run(void *arg) {
  size_t me = (size_t)arg;
  struct state *s = &states[me];
  for (int i = 0; i < LENGTH; i++) {
    const struct command *c = &scripts[me][i];
    struct block *b = &s->held[c->slot];
    uint32_t mark = 0x1000u * (uint32_t)(me + 1) + (uint32_t)c->slot;
    if (c->operation == get) {
      *b = allocate(c->units);
      if (b->words != NULL) fill(b, mark);
    } else if (b->words != NULL) {
      check(b, mark);
      release(b);
    }
  }
  return NULL;
}

/* ---- the final check */

/* Every block of the class is free or held, once. */
static void checkClass(struct sizeClass *c) {
  bool isSeen[arenaUnits + 1] = {false};
  unsigned count = 0;
  for (uint32_t n = numberOf(c->free); n != 0; n = *wordsOf(n)) {
    assert(n <= arenaUnits && !isSeen[n]);
    isSeen[n] = true;
    count++;
  }
  for (int i = 0; i < SCRIPTS; i++)
    for (int k = 0; k < 2; k++) {
      struct block *b = &states[i].held[k];
      if (b->class != c) continue;
      assert(!isSeen[b->number]);
      isSeen[b->number] = true;
      count++;
    }
  assert(count == c->made);
}

static void checkLarge(void) {
  unsigned at = 0;
  for (struct region *r = firstRegion; r != NULL; r = r->next) {
    assert(r->start == at && r->units > 0);
    assert(r->next == NULL || r->next->before == r);
    assert(!(r->isFree && r->next != NULL && r->next->isFree));
    at += r->units;
  }
  assert(at == largeUnits);
}

static void checkTotal(void) {
  unsigned held = 0;
  for (int i = 0; i < SCRIPTS; i++)
    for (int k = 0; k < 2; k++)
      if (states[i].held[k].words != NULL) held += states[i].held[k].units * unit;
  assert(held + countFree() == (arenaUnits + largeUnits) * unit);
}

int main(void) {
  pthread_t t[SCRIPTS];
  initialiseLarge();
  initialiseSmall();
  for (size_t i = 0; i < SCRIPTS; i++) pthread_create(&t[i], NULL, run, (void *)i);
  for (size_t i = 0; i < SCRIPTS; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < classes; i++) checkClass(&sizes[i]);
  checkLarge();
  checkTotal();
  for (int i = 0; i < SCRIPTS; i++)
    for (int k = 0; k < 2; k++)
      if (states[i].held[k].words != NULL) check(&states[i].held[k], 0x1000u * (uint32_t)(i + 1) + (uint32_t)k);
  return 0;
}
