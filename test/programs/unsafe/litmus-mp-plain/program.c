/* Message passing through a plain flag.
 *
 * assert: safe under sequential consistency: the flag is raised after the data is written.
 * race: unsafe, on the flag itself, and on the data (a plain flag orders nothing).
 * Nothing blocks, no heap, no arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int data;
static volatile int flag; /* volatile is not atomic */

static void *sender(void *arg) {
  data = 42;
  flag = 1;
  return arg;
}

static void *receiver(void *arg) {
  if (flag) {
    assert(data == 42);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, sender, NULL);
  pthread_create(&t2, NULL, receiver, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
