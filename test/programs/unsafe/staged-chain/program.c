/* A chain of a hundred local additions between one read and one write of x; every link is also stored in a shared
 * variable that no other thread accesses. Whatever is read, the last write is that value plus 100.
 *
 * assert: unsafe. The left thread reads x == 0 (initially or after x = 0), the right one sets x = 5, the left one
 *   writes 100, and the assertion sees 100: neither 5 nor at least 105.
 * race: unsafe, x is plain; z is written by one thread only. Nothing blocks, the index stays below 100, the sums are small.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x = 0;
static int z[100];

#define LINK(n) \
  a = a + 1;    \
  z[n] = a;
#define TEN(n) LINK(n) LINK(n + 1) LINK(n + 2) LINK(n + 3) LINK(n + 4) LINK(n + 5) LINK(n + 6) LINK(n + 7) LINK(n + 8) LINK(n + 9)

static void *left(void *arg) {
  int a = x;
  LINK(1) LINK(2) LINK(3) LINK(4) LINK(5) LINK(6) LINK(7) LINK(8) LINK(9)
  TEN(10) TEN(20) TEN(30) TEN(40) TEN(50) TEN(60) TEN(70) TEN(80) TEN(90)
  a = a + 1;
  x = a;
  return arg;
}

static void *right(void *arg) {
  x = 0;
  x = 5;
  assert(x == 5 || x >= 105);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, left, NULL);
  pthread_create(&t2, NULL, right, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
