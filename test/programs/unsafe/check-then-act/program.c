/* Seats are checked in one critical section and sold in the next.
 *
 * assert: unsafe for exactly one input: with one seat left, both sellers see it and both sell. With 0 or 2 seats nothing
 *   can go wrong.
 * race: safe, all under the mutex (and after the joins). deadlock: safe, one lock, never nested. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats;

static int available(void) {
  pthread_mutex_lock(&lock);
  int free_seats = seats;
  pthread_mutex_unlock(&lock);
  return free_seats > 0;
}

static void *seller(void *arg) {
  if (available()) {
    pthread_mutex_lock(&lock);
    seats--;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  int start = __VERIFIER_nondet_int();
  __VERIFIER_assume(start >= 0 && start <= 2);
  seats = start;
  pthread_t t1, t2;
  pthread_create(&t1, NULL, seller, NULL);
  pthread_create(&t2, NULL, seller, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(seats >= 0);
  return 0;
}
