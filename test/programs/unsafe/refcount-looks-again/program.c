/* A reference count that is decremented in one critical section and checked in the next to decide who frees.
 *
 * memory: unsafe. Both decrement, then both find 0, and both free. The count is not part of the object, so the second
 *   free is the first thing that goes wrong.
 * race: safe, everything happens under the mutex. leak: safe, the thread that decrements last finds 0. assert: none.
 * deadlock: safe, one lock, never nested. The buffer's contents are never read.
 */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int references = 2;

static void *owner(void *arg) {
  pthread_mutex_lock(&lock);
  references--;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (references == 0) free(arg);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  char *buffer = malloc(16);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, owner, buffer);
  pthread_create(&t2, NULL, owner, buffer);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
