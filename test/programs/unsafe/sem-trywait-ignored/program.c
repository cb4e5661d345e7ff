/* Money is withdrawn for every coin taken from a semaphore, but a failed trywait is not noticed.
 *
 * assert: unsafe. Two coins, three customers: the third trywait fails with EAGAIN and the stock goes to -1.
 *   It happens in every interleaving; with the input false the third customer stays away and all is well.
 * deadlock: safe, trywait does not block. race: safe, stock is atomic. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);

static sem_t coins;
static atomic_int stock = 2;

static void *customer(void *arg) {
  sem_trywait(&coins);
  assert(atomic_fetch_sub(&stock, 1) > 0);
  return arg;
}

int main(void) {
  sem_init(&coins, 0, 2);
  bool third = __VERIFIER_nondet_bool();
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, customer, NULL);
  pthread_create(&t2, NULL, customer, NULL);
  if (third) {
    pthread_create(&t3, NULL, customer, NULL);
    pthread_join(t3, NULL);
  }
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
