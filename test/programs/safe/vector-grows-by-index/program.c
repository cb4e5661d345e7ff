/* The growing vector with a reader that remembers an index, not an address.
 *
 * memory: safe, the base pointer is read again under the lock. race: safe, all under the mutex.
 * assert: safe, element 0 stays 5 across realloc. leak: safe, main frees the last block. uninit: safe.
 * deadlock: safe, one lock. overflow: safe, sizes of 1 to 3.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *vector;
static int size;

static void append(int value) {
  pthread_mutex_lock(&lock);
  vector = realloc(vector, (size + 1) * sizeof *vector);
  vector[size++] = value;
  pthread_mutex_unlock(&lock);
}

static void *writer(void *arg) {
  append(6);
  append(7);
  return arg;
}

static void *reader(void *arg) {
  pthread_mutex_lock(&lock);
  int last = size - 1;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  assert(vector[0] == 5 && vector[last] == 5 + last);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  append(5);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, writer, NULL);
  pthread_create(&t2, NULL, reader, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(vector);
  return 0;
}
