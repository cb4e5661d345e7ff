/* AGSE, Fig. 5: of six lines the slice has the last four: y does not lead to the assertion. Another thread changes what is tested. With -DBAD the assertion is wrong for what it copies. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int p, q, v, w = 3, x, y;

static void *copy(void *arg) {
  if (p) y = v; /* lines 1 and 2 */
  int z = w;    /* line 3 */
  if (q) x = z; /* lines 4 and 5 */
#ifdef BAD
  assert(x != 3); /* line 6 */
#else
  assert(x == 0 || x == 3 || x == 4); /* line 6 */
#endif
  return arg;
}

static void *change(void *arg) {
  p = 1;
  v = 2;
  q = 1;
  w = 4;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, copy, NULL);
  pthread_create(&b, NULL, change, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
