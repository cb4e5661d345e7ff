/* The number of permits comes from a configuration that is not validated.
 *
 * assert: unsafe. With three permits (or more) all three threads are inside at once.
 * deadlock: unsafe. With zero permits no thread ever gets in.
 * race: safe, inside is atomic. overflow: safe: the value is at most 255. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static sem_t permits;
static atomic_int inside;

static void *download(void *arg) {
  sem_wait(&permits);
  assert(atomic_fetch_add(&inside, 1) < 2);
  atomic_fetch_sub(&inside, 1);
  sem_post(&permits);
  return arg;
}

int main(void) {
  sem_init(&permits, 0, __VERIFIER_nondet_uchar());
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, download, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  sem_destroy(&permits);
  return 0;
}
