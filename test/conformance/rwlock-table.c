// Readers and writers of a table: writers keep two columns equal, readers never see them differ, and every write counts.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { WRITERS = 2, READERS = 2, ROUNDS = 3 };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right, writes;

static void *writer(void *arg) {
  int amount = (int)(intptr_t)arg;
  for (int i = 0; i < ROUNDS; i++) {
    pthread_rwlock_wrlock(&lock);
    left += amount;
    writes++;
    right += amount;
    pthread_rwlock_unlock(&lock);
  }
  return NULL;
}

static void *reader(void *arg) {
  (void)arg;
  int torn = 0, back = 0, last = 0;
  for (int i = 0; i < ROUNDS; i++) {
    pthread_rwlock_rdlock(&lock);
    torn += left != right;
    back += writes < last;
    last = writes;
    pthread_rwlock_unlock(&lock);
  }
  return (void *)(intptr_t)(10 * torn + back);
}

int main(void) {
  pthread_t w[WRITERS], r[READERS];
  for (intptr_t i = 0; i < WRITERS; i++) pthread_create(&w[i], NULL, writer, (void *)(i + 7));
  for (int i = 0; i < READERS; i++) pthread_create(&r[i], NULL, reader, NULL);
  for (int i = 0; i < WRITERS; i++) pthread_join(w[i], NULL);
  for (int i = 0; i < READERS; i++) {
    void *wrong;
    pthread_join(r[i], &wrong);
    printf("reader saw %d wrong\n", (int)(intptr_t)wrong);
  }
  printf("left %d, right %d, writes %d\n", left, right, writes);
  return 0;
}
