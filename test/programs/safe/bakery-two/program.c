/* Lamport's bakery for two customers.
 *
 * assert: safe. Numbers are compared only after the other has finished choosing; ties go to the lower id.
 * race: safe, the protocol is atomic, the till is handed over by number[...] = 0.
 * overflow: safe, each customer comes once, so numbers stay below 3. deadlock: waiting is by assumption.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

extern void __VERIFIER_assume(int);

static atomic_int choosing[2], number[2];
static int till;

static void *customer(void *arg) {
  int me = (int)(intptr_t)arg, other = 1 - me;
  choosing[me] = 1;
  int mine = number[other] + 1;
  number[me] = mine;
  choosing[me] = 0;
  __VERIFIER_assume(!choosing[other]);
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
