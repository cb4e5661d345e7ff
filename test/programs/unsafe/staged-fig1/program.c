/* Two threads run the same few lines over one variable: seven reads and five writes, counting the initial one.
 *
 * assert: unsafe. One after the other: the first sees 0 and writes 1, the second sees 1 and writes 3. Overlapping:
 *   both see 0 and x ends as 1 or 2.
 * race: unsafe, x is plain. The rest: nothing blocks, no pointers, x never exceeds 3.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x = 0;

static void *bump(void *arg) {
  if (x < 1)
    x = x + 1;
  else
    x = x + 2;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, bump, NULL);
  pthread_create(&t2, NULL, bump, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(x == 3);
  return 0;
}
