/* A barrier from semaphores: the last arrival opens the turnstile, and everyone who passes opens it for the next.
 *
 * assert: safe. No thread passes before all three have arrived. deadlock: safe, each passage posts again.
 * race: safe: arrived is under the mutex semaphore, parts are written before it and read after the turnstile. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

#define N 3

static sem_t mutex, turnstile;
static int arrived, part[N];

static void *worker(void *arg) {
  int me = (int)(intptr_t)arg;
  part[me] = me + 1;
  sem_wait(&mutex);
  if (++arrived == N) sem_post(&turnstile);
  sem_post(&mutex);
  sem_wait(&turnstile);
  sem_post(&turnstile);
  assert(part[(me + 1) % N] == (me + 1) % N + 1);
  return NULL;
}

int main(void) {
  sem_init(&mutex, 0, 1);
  sem_init(&turnstile, 0, 0);
  pthread_t t[N];
  for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
