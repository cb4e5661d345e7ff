/* A growing vector under a lock; a reader keeps a pointer to an element across two critical sections.
 *
 * memory: unsafe. Between the two sections the vector is reallocated and its old block is gone.
 * race: safe, all accesses are under the mutex. leak: safe, main frees the last block. uninit: safe, elements are
 *   written before size covers them. assert: safe, a live element 0 is 5. deadlock: safe, one lock.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *vector;
static int size;

static void *append(void *arg) {
  pthread_mutex_lock(&lock);
  vector = realloc(vector, (size + 1) * sizeof *vector);
  vector[size++] = 6;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *reader(void *arg) {
  pthread_mutex_lock(&lock);
  int *first = &vector[0];
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  assert(*first == 5);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  vector = malloc(sizeof *vector);
  vector[0] = 5;
  size = 1;
  pthread_t t1, t2;
  pthread_create(&t1, NULL, append, NULL);
  pthread_create(&t2, NULL, reader, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(vector);
  return 0;
}
