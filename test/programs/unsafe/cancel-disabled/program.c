/* A worker protects its two-part update by disabling cancellation, but enables it again one statement too early.
 *
 * assert: unsafe. Cancelled between the two parts, the record stays half written: debit without credit.
 * race: safe, main reads after the join. deadlock: safe, nothing is held. No heap. uninit: the old state is set.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int debit, credit;

static void *worker(void *arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  debit = 10;
  pthread_testcancel();
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  pthread_testcancel();
  credit = 10;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(debit == credit);
  return 0;
}
