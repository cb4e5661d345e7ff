/* A reader looks up without a lock while a writer adds the fifth entry, which makes the dictionary grow. */
#include "table.h"

static dict *table;

static void *reader(void *unused) {
  assert(get(table, 4) == 40);
  return unused;
}

int main(void) {
  pthread_t thread;
  table = dictCreate(&numbers, NULL);
  for (uintptr_t key = 1; key <= 4; key++) add(table, key, 10 * key);
  pthread_create(&thread, NULL, reader, NULL);
  add(table, 5, 50);
  pthread_join(thread, NULL);
  return 0;
}
