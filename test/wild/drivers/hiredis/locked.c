/* Two threads add to one dictionary under a lock; the fifth entry makes it grow. */
#include "table.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static dict *table;

static void *worker(void *first) {
  uintptr_t key = (uintptr_t)first;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    assert(add(table, key + i, 10 * (key + i)) == DICT_OK);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  table = dictCreate(&numbers, NULL);
  assert(add(table, 5, 50) == DICT_OK);
  pthread_create(&thread, NULL, worker, (void *)1);
  worker((void *)3);
  pthread_join(thread, NULL);
  for (uintptr_t key = 1; key <= 5; key++) assert(get(table, key) == 10 * key);
  assert(dictDelete(table, (void *)3) == DICT_OK && get(table, 3) == 0);
  dictRelease(table);
  return 0;
}
