/* pthread_once: whichever thread comes first runs the initialiser, and the others wait for it.
 *
 * assert: safe. The initialiser runs once, and every caller returns after it has finished.
 * race: safe, once orders the initialiser before every caller's return. deadlock: safe, the initialiser does not wait.
 * No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[4], runs;

static void build(void) {
  runs++;
  for (int i = 0; i < 4; i++) table[i] = i * i;
}

static void *lookup(void *arg) {
  pthread_once(&once, build);
  assert(runs == 1);
  assert(table[3] == 9);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, lookup, NULL);
  pthread_create(&t2, NULL, lookup, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
