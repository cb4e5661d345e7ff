/* main ends by pthread_exit, so the process lives on for the helper; the helper waits for a post that the input decides.
 *
 * deadlock: unsafe. Without the post the helper waits forever, and main, in pthread_exit, for the helper.
 * race: safe, nothing plain is shared. assert: none. No heap.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);

static sem_t start;

static void *helper(void *arg) {
  sem_wait(&start);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&start, 0, 0);
  pthread_create(&thread, NULL, helper, NULL);
  pthread_detach(thread);
  if (__VERIFIER_nondet_bool()) sem_post(&start);
  pthread_exit(NULL);
}
