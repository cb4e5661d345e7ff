/* Two threads start a thread each and keep its identifier in one variable.
 *
 * race: unsafe. pthread_create writes the identifier for its caller, as the caller's own assignment would: the two writes are unordered.
 * assert: none. deadlock, memory, leak: safe; no thread uses the identifier.
 */
#include <pthread.h>
#include <stddef.h>

static pthread_t started;

static void *leaf(void *arg) {
  return arg;
}

static void *starter(void *arg) {
  pthread_create(&started, NULL, leaf, NULL);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, starter, NULL);
  pthread_create(&b, NULL, starter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
