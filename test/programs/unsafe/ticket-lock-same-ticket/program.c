/* A ticket lock that draws its ticket with a load and a store instead of one read-modify-write.
 *
 * assert: unsafe. Both draw ticket 0, both are served at once, one addition to the balance is lost.
 * race: unsafe, the plain balance is then touched by both. The ticket variables themselves are atomic.
 * deadlock: safe, waiting is by assumption (two holders of ticket 0 leave now_serving at 1 or 2, no thread blocks).
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

static atomic_uint next_ticket, now_serving;
static int balance;

static void *deposit(void *arg) {
  unsigned mine = atomic_load(&next_ticket);
  atomic_store(&next_ticket, mine + 1);
  __VERIFIER_assume(atomic_load(&now_serving) == mine);
  balance = balance + 5;
  atomic_fetch_add(&now_serving, 1);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, deposit, NULL);
  pthread_create(&t2, NULL, deposit, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(balance == 10);
  return 0;
}
