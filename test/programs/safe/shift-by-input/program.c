/* Two clients turn a bit number from outside into a mask.
 *
 * overflow: unsafe. Bit numbers of 32 and above (or negative ones) are shifts that C does not define.
 * race: safe, mask is atomic. assert: none. deadlock, memory, leak, uninit: safe.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

static _Atomic uint32_t mask;

static void *subscribe(void *arg) {
  int bit = __VERIFIER_nondet_int();
  atomic_fetch_or(&mask, UINT32_C(1) << bit);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, subscribe, NULL);
  pthread_create(&t2, NULL, subscribe, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
