// Destructors of thread-specific data: run at the end of a thread (return, pthread_exit) for its non-null values, with the
// value already null; not for null values, deleted keys, or keys without a destructor.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t heap, plain, deleted;
static int freed, cleared, wrong;

static void release(void *value) {
  cleared += pthread_getspecific(heap) == NULL;
  freed += *(int *)value;
  free(value);
}

static void never(void *value) {
  (void)value;
  wrong++;
}

static void *work(void *arg) {
  int n = *(int *)arg;
  pthread_setspecific(plain, arg);
  pthread_setspecific(deleted, arg);
  if (n == 0) return NULL;
  int *value = malloc(sizeof *value);
  *value = n;
  pthread_setspecific(heap, value);
  if (n % 2) pthread_exit(NULL);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&heap, release);
  pthread_key_create(&plain, NULL);
  for (int i = 0; i < 4; i++) {
    printf("create with a destructor %d\n", pthread_key_create(&deleted, never));
    printf("delete %d\n", pthread_key_delete(deleted));
    pthread_key_create(&deleted, NULL);
    pthread_create(&t, NULL, work, &i);
    pthread_join(t, NULL);
    printf("after thread %d: freed %d, cleared %d, wrong %d\n", i, freed, cleared, wrong);
    pthread_key_delete(deleted);
  }
  int value = 1000;
  pthread_setspecific(heap, &value);
  printf("set in main, replaced: %d\n", pthread_setspecific(heap, NULL));
  printf("no destructor ran: %d\n", freed);
  return 0;
}
