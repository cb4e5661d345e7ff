// Readers share: three threads hold the read lock at once and meet at a barrier inside it; a writer is alone.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { READERS = 3 };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t meeting;
static int value = 5;

static void *reader(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  pthread_barrier_wait(&meeting);
  int seen = value, write = pthread_rwlock_trywrlock(&lock);
  pthread_barrier_wait(&meeting);
  pthread_rwlock_unlock(&lock);
  return (void *)(intptr_t)(100 * write + seen);
}

int main(void) {
  pthread_t t[READERS];
  pthread_barrier_init(&meeting, NULL, READERS);
  for (int i = 0; i < READERS; i++) pthread_create(&t[i], NULL, reader, NULL);
  for (int i = 0; i < READERS; i++) {
    void *result;
    pthread_join(t[i], &result);
    printf("reader: %d\n", (int)(intptr_t)result);
  }
  printf("write %d\n", pthread_rwlock_wrlock(&lock));
  value++;
  printf("unlock %d\n", pthread_rwlock_unlock(&lock));
  printf("value %d\n", value);
  pthread_barrier_destroy(&meeting);
  return 0;
}
