/* A value is read back after being written, while another thread may have replaced it.
 *
 * assert: safe. t is 3 or 5, so b is 7 or 9.
 * race: unsafe, x is plain and both threads write it. Nothing blocks, no pointers, no heap, small sums.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *first(void *arg) {
  x = 3;
  int t = x;
  int a = t + 1;
  int b = a + 3;
  assert(b > 4);
  return arg;
}

static void *second(void *arg) {
  x = 5;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
