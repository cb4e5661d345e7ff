/* AGSE, section 4: a path of three tests and three assignments. Asserted: nothing that depends on them; with -DBAD, that not all three tests were true. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern _Bool __VERIFIER_nondet_bool(void);

static atomic_int res;

static void *path(void *arg) {
  _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_bool();
  if (a) res = res + 1;
  if (b) res = res + 2;
  if (c) res = res + 3;
#ifdef BAD
  assert(res != 6);
#else
  assert(res <= 6);
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, path, NULL);
  pthread_join(t, NULL);
  return 0;
}
