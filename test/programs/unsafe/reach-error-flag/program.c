/* The style of verification tasks: a plain flag, an input, and a function that must not be reached.
 *
 * assert: unsafe. For the input 77 the reader sees the flag between being raised and lowered.
 * race: unsafe, the flag is plain. deadlock, memory, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

void reach_error(void) { assert(0); }

static int flag, code;

static void *writer(void *arg) {
  flag = 1;
  flag = 0;
  return arg;
}

static void *reader(void *arg) {
  if (flag) {
    if (code == 77) reach_error();
  }
  return arg;
}

int main(void) {
  code = __VERIFIER_nondet_int();
  pthread_t t1, t2;
  pthread_create(&t1, NULL, writer, NULL);
  pthread_create(&t2, NULL, reader, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
