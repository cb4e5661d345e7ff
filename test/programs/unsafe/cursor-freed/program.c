/* A parser walks a shared buffer with a shared cursor; the clean-up frees the cursor instead of the buffer.
 *
 * memory: unsafe. If the parser has moved the cursor, free gets a pointer into the middle of the block. If the clean-up
 *   comes first, the cursor is reset and the parser sees that.
 * race: safe, all under the mutex. leak: safe, the free either frees the whole block or ends the process.
 * uninit: safe, calloc. deadlock: safe, one lock.
 */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *cursor;

static void *parse(void *arg) {
  pthread_mutex_lock(&lock);
  if (cursor != NULL && *cursor == 0) cursor++;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *clean_up(void *arg) {
  pthread_mutex_lock(&lock);
  free(cursor);
  cursor = NULL;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  cursor = calloc(8, 1);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, parse, NULL);
  pthread_create(&t2, NULL, clean_up, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
