/* Three threads write neighbouring bytes: two elements of a char array and a _Bool in the same word.
 *
 * race: safe. Each array element and each member is a memory location of its own, however the machine packs them.
 * assert: safe, nothing is lost. deadlock, memory, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static struct {
  char tag[2];
  bool closed;
} record;

static void *first(void *arg) {
  record.tag[0] = 'a';
  return arg;
}

static void *second(void *arg) {
  record.tag[1] = 'b';
  return arg;
}

static void *third(void *arg) {
  record.closed = !record.closed;
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  pthread_create(&t3, NULL, third, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  assert(record.tag[0] == 'a' && record.tag[1] == 'b' && record.closed);
  return 0;
}
