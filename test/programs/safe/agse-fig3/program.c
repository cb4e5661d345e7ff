/* Three independent segments: the first thread reads what the second one writes, with an assertion after each read.
 * Every one of the 2^3 outcomes is a different final state, but none of them matters to the assertions.
 *
 * assert: safe. Each variable is 0 or 1.
 * race: safe, all three are atomic. Nothing blocks, no arithmetic, no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, z;

static void *reader(void *arg) {
  int a = x;
  assert(a <= 1);
  int b = y;
  assert(b <= 1);
  int c = z;
  assert(c <= 1);
  return arg;
}

static void *writer(void *arg) {
  x = 1;
  y = 1;
  z = 1;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, reader, NULL);
  pthread_create(&t2, NULL, writer, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
