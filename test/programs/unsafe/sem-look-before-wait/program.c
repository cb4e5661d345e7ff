/* A thread checks the semaphore's value before it waits, to be sure not to block.
 *
 * deadlock: unsafe. Both see one token; the second wait blocks forever, as tokens are not given back.
 * race: safe, value is local. assert: none. No heap. uninit: value is set by sem_getvalue.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t tokens;

static void *take(void *arg) {
  int value = 0;
  sem_getvalue(&tokens, &value);
  if (value > 0) sem_wait(&tokens);
  return arg;
}

int main(void) {
  sem_init(&tokens, 0, 1);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, take, NULL);
  pthread_create(&t2, NULL, take, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
