/* The stack of aba-stack with a version number beside the index, in one atomic word.
 *
 * assert: safe. Every successful exchange raises the version, so a stale one fails.
 * race: safe, the word and the links are atomic. overflow: safe, unsigned; a handful of versions.
 * memory: safe, three nodes and three pops at most outstanding: NIL is tested before indexing. No heap, no blocking.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define NIL 255u
#define INDEX(word) ((word)&255u)
#define TAGGED(word, index) ((((word) >> 8) + 1) << 8 | (index))

static _Atomic uint32_t top = 0;
static _Atomic uint32_t next[3] = {1, 2, NIL};
static uint32_t first_owns, second_owns;

static uint32_t pop(void) {
  uint32_t old = atomic_load(&top), after;
  do {
    if (INDEX(old) == NIL) return NIL;
    after = atomic_load(&next[INDEX(old)]);
  } while (!atomic_compare_exchange_strong(&top, &old, TAGGED(old, after)));
  return INDEX(old);
}

static void push(uint32_t node) {
  uint32_t old = atomic_load(&top);
  do
    atomic_store(&next[node], INDEX(old));
  while (!atomic_compare_exchange_strong(&top, &old, TAGGED(old, node)));
}

static void *first(void *arg) {
  first_owns = pop();
  return arg;
}

static void *second(void *arg) {
  uint32_t a = pop();
  second_owns = pop();
  push(a);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  uint32_t node = INDEX(atomic_load(&top));
  assert(node != second_owns && node != first_owns && first_owns != second_owns);
  return 0;
}
