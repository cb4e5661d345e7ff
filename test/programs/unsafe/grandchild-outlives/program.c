/* A thread starts another one and ends without joining it; main joins only the thread it knows.
 *
 * assert: unsafe. The grandchild has not written yet when main, having joined its parent, looks.
 * race: unsafe, the grandchild's write is unordered with main's read.
 * deadlock: safe. memory: safe, the argument is static. No heap. The process ends with main.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int loaded;

static void *load(void *arg) {
  loaded = 1;
  return arg;
}

static void *start(void *arg) {
  pthread_t grandchild;
  pthread_create(&grandchild, NULL, load, NULL);
  pthread_detach(grandchild);
  return arg;
}

int main(void) {
  pthread_t child;
  pthread_create(&child, NULL, start, NULL);
  pthread_join(child, NULL);
  int seen = loaded;
  assert(seen == 1);
  return 0;
}
