/* Log lines are appended at a plain index that is checked and incremented without a lock.
 *
 * race: unsafe, next is plain (and so are the entries, if both get the same index).
 * memory: unsafe. Both pass the check with one entry left; one then writes at index 2 of two.
 * assert: none. deadlock, leak, overflow, uninit: safe.
 */
#include <pthread.h>
#include <stdlib.h>

#define ENTRIES 2

static int *entries;
static int next = 1;

static void *append(void *arg) {
  if (next < ENTRIES) {
    entries[next] = 7;
    next++;
  }
  return arg;
}

int main(void) {
  entries = calloc(ENTRIES, sizeof *entries);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, append, NULL);
  pthread_create(&t2, NULL, append, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(entries);
  return 0;
}
