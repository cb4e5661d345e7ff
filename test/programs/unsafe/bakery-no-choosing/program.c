/* The bakery without the choosing flag.
 *
 * assert: unsafe. Both read the other's number as 0. Customer 1 stores 1, sees number[0] == 0 and enters; customer 0 now
 *   stores 1, sees a tie, wins it by its lower id and enters too.
 * race: unsafe, the plain till is then written by both. No blocking, no heap, numbers below 3.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

extern void __VERIFIER_assume(int);

static atomic_int number[2];
static int till;

static void *customer(void *arg) {
  int me = (int)(intptr_t)arg, other = 1 - me;
  int mine = number[other] + 1;
  number[me] = mine;
  int theirs = number[other];
  __VERIFIER_assume(theirs == 0 || mine < theirs || (mine == theirs && me < other));
  till = me;
  assert(till == me);
  number[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, customer, (void *)(intptr_t)0);
  pthread_create(&t1, NULL, customer, (void *)(intptr_t)1);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  return 0;
}
