/* A hash table with open addressing: a slot's key is taken by compare-and-swap and stays; its value is set, changed and removed by compare-and-swap. When more than half of the
   slots have keys, one thread makes a table of twice the size, and everybody who comes by helps to move slots; a moved slot says so in its value (in the manner of Click's
   table, JavaOne 2007).

   Threads run scripts. Asserted in the end: all values are where they belong, once; for every key, the value is one that was put last by some thread, or none if it was removed last;
   additions to counters are not lost; no slot was left behind while the table grew. With -DBAD a slot is moved without being closed first: a value that is put meanwhile is
   lost.

   -DSCRIPTS=n chooses how many threads run (2 to 4), -DLENGTH=n how many commands each has (1 to 4). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef SCRIPTS
#define SCRIPTS 2
#endif
#ifndef LENGTH
#define LENGTH 1
#endif

/* ---- slots */

typedef uint32_t word;

/* Keys are at least 1. */
static const word noKey = 0;
/* Values are below 2^28. */
static const word noValue = 0xF0000000u, closed = 0xF0000001u;

struct slot {
  _Atomic(word) key, value;
};

struct table {
  unsigned size; /* a power of two */
  atomic_uint keys;
  /* Slots that have been moved to the next table, and the next one that somebody may move. */
  atomic_uint moved, toMove;
  _Atomic(struct table *) next;
  struct slot slots[];
};

static _Atomic(struct table *) current;
static atomic_uint tablesMade;

static unsigned hash(word key) {
  key ^= key >> 4;
  key *= 0x45d9f3bu;
  return key ^ key >> 7;
}

static struct table *newTable(unsigned size) {
  struct table *t = malloc(sizeof *t + size * sizeof t->slots[0]);
  if (t == NULL) abort();
  t->size = size;
  atomic_init(&t->keys, 0);
  atomic_init(&t->moved, 0);
  atomic_init(&t->toMove, 0);
  atomic_init(&t->next, NULL);
  for (unsigned i = 0; i < size; i++) {
    atomic_init(&t->slots[i].key, noKey);
    atomic_init(&t->slots[i].value, noValue);
  }
  return t;
}

/* The slot of the key, or NULL. `add`: a free slot is taken for it; NULL then means that the table is full. */
static struct slot *slotOf(struct table *t, word key, bool add) {
  unsigned at = hash(key) & (t->size - 1);
  for (unsigned probes = 0; probes < t->size; probes++) {
    struct slot *s = &t->slots[at];
    word found = atomic_load(&s->key);
    if (found == noKey) {
      if (!add) return NULL;
      if (atomic_compare_exchange_strong(&s->key, &found, key)) {
        atomic_fetch_add(&t->keys, 1);
        return s;
      }
      /* found: whose key it is now */
    }
    if (found == key) return s;
    at = (at + 1) & (t->size - 1);
  }
  return NULL;
}

/* ---- growth */

static bool isCrowded(struct table *t) {
  return 2 * atomic_load(&t->keys) > t->size;
}

static struct table *grow(struct table *t) {
  struct table *next = atomic_load(&t->next);
  if (next != NULL) return next;
  struct table *made = newTable(2 * t->size);
  if (atomic_compare_exchange_strong(&t->next, &next, made)) {
    atomic_fetch_add(&tablesMade, 1);
    return made;
  }
  free(made);
  return next;
}

/* Puts a value that was moved. Nobody else changes the key here before all slots have been moved. */
static void putMoved(struct table *t, word key, word value) {
  struct slot *s = slotOf(t, key, true);
  assert(s != NULL);
#ifndef BAD
  assert(atomic_load(&s->value) == noValue);
#endif
  atomic_store(&s->value, value);
}

static void moveSlot(struct table *from, struct table *to, struct slot *s) {
  word value = atomic_load(&s->value);
#ifdef BAD
  word key = atomic_load(&s->key);
  if (key != noKey && value != noValue && value != closed) putMoved(to, key, value);
  atomic_store(&s->value, closed);
#else
  /* Its last value, before nobody can change it any more. */
  while (value != closed && !atomic_compare_exchange_weak(&s->value, &value, closed))
    ;
  word key = atomic_load(&s->key);
  if (key != noKey && value != noValue && value != closed) putMoved(to, key, value);
#endif
  if (atomic_fetch_add(&from->moved, 1) + 1 == from->size) {
    struct table *expected = from;
    (void)atomic_compare_exchange_strong(&current, &expected, to);
  }
}

/* Moves all slots that nobody else has begun to move, and waits for those that others move. Returns the table they are in now. */
static struct table *help(struct table *t) {
  struct table *to = atomic_load(&t->next);
  while (atomic_load(&t->toMove) < t->size) {
    unsigned i = atomic_fetch_add(&t->toMove, 1);
    if (i < t->size) moveSlot(t, to, &t->slots[i]);
  }
  while (atomic_load(&t->moved) < t->size)
    ;
  return to;
}

/* ---- operations */

/* A slot in which the key's value may be changed. Its table has not begun to grow, or does so now. */
static struct slot *slotToChange(word key) {
  struct table *t = atomic_load(&current);
  for (;;) {
    if (atomic_load(&t->next) != NULL) {
      t = help(t);
      continue;
    }
    struct slot *s = slotOf(t, key, true);
    if (s != NULL && !isCrowded(t)) return s;
    if (s != NULL && atomic_load(&s->value) != noValue) return s;
    (void)grow(t);
    t = help(t);
  }
}

/* The value before. */
static word put(word key, word value) {
  for (;;) {
    struct slot *s = slotToChange(key);
    word before = atomic_load(&s->value);
    while (before != closed)
      if (atomic_compare_exchange_strong(&s->value, &before, value)) return before;
  }
}

static word takeOut(word key) {
  return put(key, noValue);
}

/* Adds to a counter, which begins at 0. */
static void add(word key, word amount) {
  for (;;) {
    struct slot *s = slotToChange(key);
    word before = atomic_load(&s->value);
    while (before != closed) {
      word after = (before == noValue ? 0 : before) + amount;
      if (atomic_compare_exchange_strong(&s->value, &before, after)) return;
    }
  }
}

static word get(word key) {
  for (struct table *t = atomic_load(&current);;) {
    struct slot *s = slotOf(t, key, false);
    word value = s == NULL ? noValue : atomic_load(&s->value);
    if (s != NULL && value != closed) return value;
    if (atomic_load(&t->next) == NULL) return noValue;
    t = help(t);
  }
}

/* How many keys have a value. Exact if nobody changes the table meanwhile. */
static unsigned countValues(void) {
  struct table *t = atomic_load(&current);
  unsigned count = 0;
  while (atomic_load(&t->next) != NULL) t = help(t);
  for (unsigned i = 0; i < t->size; i++)
    if (atomic_load(&t->slots[i].key) != noKey && atomic_load(&t->slots[i].value) != noValue) count++;
  return count;
}

/* ---- scripts */

enum operation { putIt, addIt, takeIt, getIt };

struct command {
  enum operation operation;
  word key, value;
};

static const struct command scripts[4][4] = {
    {{addIt, 7, 1}, {putIt, 3, 30}, {addIt, 7, 4}, {takeIt, 3, 0}},
    {{putIt, 3, 31}, {addIt, 7, 2}, {putIt, 5, 50}, {getIt, 7, 0}},
    {{putIt, 9, 90}, {addIt, 7, 8}, {getIt, 9, 0}, {putIt, 5, 51}},
    {{takeIt, 5, 0}, {addIt, 7, 16}, {putIt, 9, 91}, {getIt, 5, 0}},
};

static const word startValue = 29;

struct result {
  word got[4];
};

static struct result results[4];

static void *run(void *arg) {
  size_t me = (size_t)arg;
  for (int i = 0; i < LENGTH; i++) {
    const struct command *c = &scripts[me][i];
    word got = noValue;
    switch (c->operation) {
      case putIt:
        got = put(c->key, c->value);
        break;
      case addIt:
        add(c->key, c->value);
        break;
      case takeIt:
        got = takeOut(c->key);
        break;
      case getIt:
        got = get(c->key);
        break;
    }
    assert(got != closed);
    results[me].got[i] = got;
  }
  return NULL;
}

/* ---- the final check */

static word sumOfAdditions(word key) {
  word sum = 0;
  for (int i = 0; i < SCRIPTS; i++)
    for (int k = 0; k < LENGTH; k++)
      if (scripts[i][k].operation == addIt && scripts[i][k].key == key) sum += scripts[i][k].value;
  return sum;
}

static bool isAdded(word key) {
  return sumOfAdditions(key) > 0;
}

/* Values that a thread saw were put by some thread, or are sums of some of the additions. */
static void checkResults(void) {
  for (int i = 0; i < SCRIPTS; i++)
    for (int k = 0; k < LENGTH; k++) {
      word got = results[i].got[k];
      if (got != noValue) assert(got <= 91);
    }
}

/* Some thread's last change of the key left this value. */
static bool mayBeLast(word key, word value) {
  bool isChanged = false;
  for (int i = 0; i < SCRIPTS; i++)
    for (int k = LENGTH - 1; k >= 0; k--) {
      const struct command *c = &scripts[i][k];
      if (c->key != key || (c->operation != putIt && c->operation != takeIt)) continue;
      isChanged = true;
      if (value == (c->operation == putIt ? c->value : noValue)) return true;
      break;
    }
  return !isChanged && value == (key == 3 ? startValue : noValue);
}

static void checkTable(struct table *t) {
  for (unsigned i = 0; i < t->size; i++)
    for (unsigned k = 0; k < i; k++) assert(t->slots[i].key == noKey || t->slots[i].key != t->slots[k].key);
  for (unsigned i = 0; i < t->size; i++) assert(t->slots[i].key != noKey || t->slots[i].value == noValue || t->slots[i].value == closed);
}

int main(void) {
  pthread_t t[SCRIPTS];
  struct table *first = newTable(2);
  current = first;
  /* One key is there from the start, so that the next one makes the table grow. */
  (void)put(3, startValue);
  for (size_t i = 0; i < SCRIPTS; i++) pthread_create(&t[i], NULL, run, (void *)i);
  for (size_t i = 0; i < SCRIPTS; i++) pthread_join(t[i], NULL);
  for (struct table *at = first; at != NULL; at = at->next) checkTable(at);
  checkResults();
  unsigned count = 0;
  for (word key = 1; key < 10; key++)
    if (get(key) != noValue) count++;
  assert(count == countValues());
  for (word key = 1; key < 10; key++)
    if (isAdded(key))
      assert(get(key) == sumOfAdditions(key));
    else
      assert(mayBeLast(key, get(key)));
  return 0;
}
