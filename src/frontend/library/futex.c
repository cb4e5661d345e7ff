/* futex(2): a wait compares the word and goes to sleep in one step; a wake-up wakes up to the given number of sleepers at the address, chosen
 * freely. A sleeper that is not woken may time out, or wake spuriously. A wake-up is a happens-before edge to the sleeper. */
#define _GNU_SOURCE
#include "objects.h"
#include <linux/futex.h>

enum { WORDS = SLOTS / 64 };
static unsigned long long asleep[WORDS]; /* by slot */
static const void *places[SLOTS];        /* where, while asleep */
static unsigned masks[SLOTS];

static int is_asleep(int slot) {
  return asleep[slot / 64] >> slot % 64 & 1;
}

static void set_asleep(int slot, int is) {
  unsigned long long bit = 1ull << slot % 64;
  asleep[slot / 64] = is ? asleep[slot / 64] | bit : asleep[slot / 64] & ~bit;
}

/* The k-th sleeper at the address, counted from 0; the number of sleepers if there is none. Slot by slot, so that every address is constant
 * to a symbolic engine. */
static int find(const unsigned *word, unsigned mask, int k, int *slot) {
  int seen = 0;
  for (int i = 0; i < WORDS; i++) {
    unsigned long long bits = asleep[i];
    for (int bit = 0; bit < 64 && bits >> bit; bit++) {
      *slot = i * 64 + bit;
      if (bits >> bit & 1 && places[*slot] == word && masks[*slot] & mask && seen++ == k) return -1;
    }
  }
  return seen;
}

static int fail(int error) {
  __rvl_set_errno(error);
  return -1;
}

static long wait_at(unsigned *word, unsigned expected, int timed, unsigned mask) {
  int slot = current_slot();
  __rvl_cancellation_point();
  __rvl_atomic_begin();
  int differs = *(volatile unsigned *)word != expected;
  if (!differs) {
    set_asleep(slot, 1);
    places[slot] = word;
    masks[slot] = mask;
  }
  __rvl_atomic_end();
  if (differs) return fail(EAGAIN);

  int woken = 0, spurious = 0;
  for (int restless = 1, waits = 1; waits;) {
    __rvl_atomic_begin();
    woken = !is_asleep(slot);
    int free = __rvl_option(RVL_SPURIOUS) & restless & !woken;
    spurious = __rvl_choose(1 + free, "spurious wake-up");
    waits = 0;
    if (__rvl_option(RVL_STEPWISE) && free && !spurious && !timed && __rvl_choose(2, "no spurious wake-up")) {
      restless = 0; /* as in condition.c: it may be part of a deadlock from here on */
      waits = 1;
    } else {
      if (!woken && !timed && !spurious) __rvl_block_until(0, "futex", word);
      if (woken) __rvl_acquire(&places[slot], 0);
      else set_asleep(slot, 0);
    }
    __rvl_atomic_end();
  }
  return woken || spurious ? 0 : fail(ETIMEDOUT);
}

static long wake_at(const unsigned *word, int most, unsigned mask) {
  int woken = 0, slot = 0;
  __rvl_atomic_begin();
  int sleepers = find(word, mask, SLOTS, &slot);
  for (; woken < most && sleepers > 0; woken++, sleepers--) {
    find(word, mask, sleepers > most - woken ? __rvl_choose(sleepers, "sleeper to wake") : 0, &slot);
    set_asleep(slot, 0);
    __rvl_release(&places[slot], 0);
  }
  __rvl_atomic_end();
  return woken;
}

long __rvl_futex(unsigned *word, int operation, unsigned value, const void *time, unsigned mask) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT: return wait_at(word, value, time != 0, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAKE: return wake_at(word, (int)value, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAIT_BITSET: return mask ? wait_at(word, value, time != 0, mask) : fail(EINVAL);
    case FUTEX_WAKE_BITSET: return mask ? wake_at(word, (int)value, mask) : fail(EINVAL);
    default: __rvl_unsupported("a futex operation other than wait and wake");
  }
}
