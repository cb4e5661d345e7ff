/* An input indexes an array that lies beside a pointer to a function and a lock, in one structure.
 *
 * The index is checked before the threads start, by the thread that reads it; the others find it in a local whose address they are given.
 * assert: safe, each thread adds one to the same slot. memory: safe, the index stays in the array, so the pointer is never overwritten.
 * race: safe, all under the mutex. deadlock: safe, one lock. overflow, leak, uninit: safe.
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
  if (i >= SLOTS) return 0;
  pthread_create(&workers[0], NULL, serve, &i);
  pthread_create(&workers[1], NULL, serve, &i);
  pthread_join(workers[0], NULL);
  pthread_join(workers[1], NULL);
  assert(server.slots[i] == 2);
  return 0;
}
