/* Two resource managers vote (input); the coordinator checks the votes without waiting, and takes silence for consent.
 *
 * assert: unsafe. The coordinator sees no "no" vote yet and commits; then the second manager votes no.
 * race: safe, votes and decision are atomic. deadlock: nothing blocks. memory, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

extern bool __VERIFIER_nondet_bool(void);

enum { SILENT, YES, NO };

static atomic_int vote[2];

static void *manager(void *arg) {
  int me = (int)(intptr_t)arg;
  atomic_store(&vote[me], __VERIFIER_nondet_bool() ? YES : NO);
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, manager, (void *)(intptr_t)0);
  pthread_create(&t1, NULL, manager, (void *)(intptr_t)1);
  bool commit = atomic_load(&vote[0]) != NO && atomic_load(&vote[1]) != NO;
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  if (commit) assert(atomic_load(&vote[0]) == YES && atomic_load(&vote[1]) == YES);
  return 0;
}
