/* A worker fills in its result only for valid requests; the caller reads it in any case.
 *
 * uninit: unsafe. For an odd request the field verdict is never written, and main branches on it.
 * race: safe, the worker's writes are ordered before main's reads by join. memory, leak: safe, one block, freed.
 * assert: none. overflow: safe, unsigned arithmetic. Nothing blocks but join.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct request {
  unsigned id;
  int verdict;
};

static void *worker(void *arg) {
  struct request *r = arg;
  if (r->id % 2 == 0) r->verdict = 1;
  return NULL;
}

int main(void) {
  struct request *r = malloc(sizeof *r);
  r->id = __VERIFIER_nondet_uint();
  pthread_t thread;
  pthread_create(&thread, NULL, worker, r);
  pthread_join(thread, NULL);
  if (r->verdict != 0) puts("accepted");
  free(r);
  return 0;
}
