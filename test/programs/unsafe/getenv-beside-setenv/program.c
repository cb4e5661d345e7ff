/* A worker reads its setting from the environment while main still writes another one.
 *
 * race: unsafe. getenv takes no lock; setenv may move the whole table, whichever variable it sets.
 * assert: safe, the worker's variable was set before it was started and keeps its value. memory: safe, values are not freed.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *worker(void *arg) {
  const char *level = getenv("LEVEL");
  assert(level && level[0] == '3');
  return arg;
}

int main(void) {
  pthread_t thread;
  setenv("LEVEL", "3", 1);
  pthread_create(&thread, NULL, worker, NULL);
  setenv("COLOUR", "no", 1);
  pthread_join(thread, NULL);
  return 0;
}
