/* hiredis' dictionary of numbers, as async.c uses it: its file is included, since all of its functions are static. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#include <dict.c>

static unsigned int hash(const void *key) { return (unsigned int)(uintptr_t)key; }
static dictType numbers = {hash, NULL, NULL, NULL, NULL, NULL};

static int add(dict *table, uintptr_t key, uintptr_t value) { return dictAdd(table, (void *)key, (void *)value); }
static uintptr_t get(dict *table, uintptr_t key) {
  dictEntry *entry = dictFind(table, (void *)key);
  return entry == NULL ? 0 : (uintptr_t)entry->val;
}
