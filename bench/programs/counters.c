/* Shared accesses: locked, atomic and plain counters in three threads. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int locked;
static atomic_int counted;
static int slots[3];

static void *work(void *arg) {
  int *slot = arg;
  for (int i = 0; i < 300; i++) {
    pthread_mutex_lock(&lock);
    locked++;
    pthread_mutex_unlock(&lock);
    atomic_fetch_add(&counted, 1);
    (*slot)++;
  }
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, &slots[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return locked + counted + slots[0] + slots[1] + slots[2] == 2700 ? 0 : 1;
}
