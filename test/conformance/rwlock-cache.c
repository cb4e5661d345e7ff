// A cache under a read-write lock: look up under the read lock, compute and insert under the write lock after a second look; every key
// is computed once however many threads ask.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { KEYS = 3, THREADS = 3 };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached[KEYS], present[KEYS], computed;

static int look_up(int key) {
  pthread_rwlock_rdlock(&lock);
  int found = present[key], value = cached[key];
  pthread_rwlock_unlock(&lock);
  if (found) return value;
  pthread_rwlock_wrlock(&lock);
  if (!present[key]) {
    cached[key] = (key + 2) * (key + 2);
    present[key] = 1;
    computed++;
  }
  value = cached[key];
  pthread_rwlock_unlock(&lock);
  return value;
}

static void *ask(void *arg) {
  intptr_t sum = 0;
  for (int i = 0; i < 2 * KEYS; i++) sum += look_up((i + (int)(intptr_t)arg) % KEYS);
  return (void *)sum;
}

int main(void) {
  pthread_t t[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, ask, (void *)i);
  for (int i = 0; i < THREADS; i++) {
    void *sum;
    pthread_join(t[i], &sum);
    printf("sum %d\n", (int)(intptr_t)sum);
  }
  printf("computed %d\n", computed);
  return 0;
}
