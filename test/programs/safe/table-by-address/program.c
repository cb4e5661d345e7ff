/* A table of four chains whose keys are addresses: the chain follows from the address. Two threads enter an object each and look it up.
 *
 * assert: safe. An entry is found wherever its object lies, since the chain is computed in the same way each time; equal chains are walked.
 * race, deadlock: safe, one lock. memory, leak: safe, entries and objects are freed by main. overflow, uninit: safe.
 * What is safe for every placement cannot be shown by trying some: the verdict rests on an assumption.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct entry {
  const void *key;
  int value;
  struct entry *next;
};

static struct entry *chains[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct entry **chain_of(const void *key) {
  return &chains[((uintptr_t)key >> 4) % 4];
}

static void put(const void *key, int value) {
  struct entry *e = malloc(sizeof *e);
  e->key = key;
  e->value = value;
  pthread_mutex_lock(&lock);
  e->next = *chain_of(key);
  *chain_of(key) = e;
  pthread_mutex_unlock(&lock);
}

static int get(const void *key) {
  int value = -1;
  pthread_mutex_lock(&lock);
  for (struct entry *e = *chain_of(key); e != NULL; e = e->next)
    if (e->key == key) value = e->value;
  pthread_mutex_unlock(&lock);
  return value;
}

static void *enter(void *object) {
  put(object, *(int *)object);
  assert(get(object) == *(int *)object);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int *one = malloc(sizeof *one), *two = malloc(sizeof *two);
  *one = 1;
  *two = 2;
  pthread_create(&a, NULL, enter, one);
  pthread_create(&b, NULL, enter, two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (int i = 0; i < 4; i++)
    for (struct entry *e = chains[i], *after; e != NULL; e = after) {
      after = e->next;
      free(e);
    }
  free(one);
  free(two);
  return 0;
}
