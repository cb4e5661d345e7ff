/* Three threads wait for one another to end: main for the first helper, the first for the second, and the second, if so
 * configured, for main.
 *
 * deadlock: unsafe, with the input true, whatever the order. Otherwise the second helper just ends.
 * race: safe, ids are written before the threads that read them are created. assert: none. No heap.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);

static pthread_t main_thread, second_thread;

static void *second(void *arg) {
  if (arg != NULL) pthread_join(main_thread, NULL);
  return NULL;
}

static void *first(void *arg) {
  pthread_join(second_thread, NULL);
  return arg;
}

int main(void) {
  pthread_t first_thread;
  bool wait_for_main = __VERIFIER_nondet_bool();
  main_thread = pthread_self();
  pthread_create(&second_thread, NULL, second, wait_for_main ? &main_thread : NULL);
  pthread_create(&first_thread, NULL, first, NULL);
  pthread_join(first_thread, NULL);
  return 0;
}
