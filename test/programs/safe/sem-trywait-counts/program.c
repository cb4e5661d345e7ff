/* Three threads try to take one of two tokens without waiting; successes and failures are counted.
 *
 * assert: safe. Exactly two attempts succeed: a token is never given back, and trywait fails only at zero.
 * race: safe, the counters are atomic; value is main's. deadlock: safe, nothing blocks. No heap. uninit: value is set.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t tokens;
static atomic_int taken, refused;

static void *attempt(void *arg) {
  if (sem_trywait(&tokens) == 0) {
    atomic_fetch_add(&taken, 1);
  } else {
    assert(errno == EAGAIN);
    atomic_fetch_add(&refused, 1);
  }
  return arg;
}

int main(void) {
  sem_init(&tokens, 0, 2);
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, attempt, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  int value = -1;
  sem_getvalue(&tokens, &value);
  assert(value == 0 && atomic_load(&taken) == 2 && atomic_load(&refused) == 1);
  return 0;
}
