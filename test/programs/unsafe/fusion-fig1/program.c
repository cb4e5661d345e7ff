/* Two threads that each read the other's variable first.
 *
 * assert: unsafe. With the reads overlapping (a = y and b = x both see 0, no write in between) both threads take the
 *   first branch, and x == y == 2 at the end. If one thread runs alone first, the other resets its own variable to 0.
 * race: unsafe. x and y are plain and each is written by one thread while the other reads it.
 * deadlock, memory, overflow, leak, uninit: nothing blocks, no pointers, tiny constants, globals start at 0.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x, y;

static void *foo(void *arg) {
  int a = y;
  if (a == 0) {
    x = 1;
    a = x + 1;
    x = a;
  } else {
    x = 0;
  }
  return arg;
}

static void *bar(void *arg) {
  int b = x;
  if (b == 0) {
    y = 1;
    b = y + 1;
    y = b;
  } else {
    y = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, foo, NULL);
  pthread_create(&t2, NULL, bar, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(x != y);
  return 0;
}
