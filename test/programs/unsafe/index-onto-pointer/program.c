/* An input indexes an array that lies before a pointer to a function, in one structure, and is checked by one too many.
 *
 * memory: unsafe. With the index 8 the first thread changes a part of the pointer, and the second calls what it finds there.
 * assert: safe, with any other index each thread adds one to the same slot. race: safe, all under the mutex. deadlock: safe, one lock.
 * overflow: safe, slots stay small, and the lower half of the pointer is a small number. leak, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { SLOTS = 8 };

static int increment(int value) { return value + 1; }

static struct server {
  int slots[SLOTS];
  int (*handler)(int);
  pthread_mutex_t lock;
} server = {.handler = increment, .lock = PTHREAD_MUTEX_INITIALIZER};

static void *serve(void *argument) {
  unsigned i = *(unsigned *)argument;
  pthread_mutex_lock(&server.lock);
  server.slots[i] = server.handler(server.slots[i]);
  pthread_mutex_unlock(&server.lock);
  return NULL;
}

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  pthread_t workers[2];
  if (i > SLOTS) return 0;
  pthread_create(&workers[0], NULL, serve, &i);
  pthread_create(&workers[1], NULL, serve, &i);
  pthread_join(workers[0], NULL);
  pthread_join(workers[1], NULL);
  assert(i == SLOTS || server.slots[i] == 2);
  return 0;
}
