/* Two threads load a large object atomically, each into the same plain variable.
 *
 * race: unsafe. The load of the object is atomic, the write of its result is an ordinary one of the caller's: two of them, unordered.
 * assert: none. deadlock, memory: safe.
 */
#include <pthread.h>
#include <stddef.h>

struct triple {
  long a, b, c;
};

static struct triple shared, result;

static void *loader(void *arg) {
  __atomic_load(&shared, &result, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, loader, NULL);
  pthread_create(&b, NULL, loader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
