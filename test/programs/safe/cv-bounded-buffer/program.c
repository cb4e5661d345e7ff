/* A bounded buffer of one slot with two condition variables; two arbitrary values pass through it.
 *
 * assert: safe, values arrive unchanged and in order. deadlock: safe, each side has its own condition and there is one
 *   thread on each side, so signal is enough. race: safe: the slot under the mutex, sent[] before the creation.
 * uninit, memory: safe. overflow: no arithmetic on the values. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t nonempty = PTHREAD_COND_INITIALIZER, nonfull = PTHREAD_COND_INITIALIZER;
static int slot, used;
static int sent[2];

static void *producer(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    while (used == 1) pthread_cond_wait(&nonfull, &lock);
    slot = sent[i];
    used = 1;
    pthread_cond_signal(&nonempty);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *consumer(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    while (used == 0) pthread_cond_wait(&nonempty, &lock);
    assert(slot == sent[i]);
    used = 0;
    pthread_cond_signal(&nonfull);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  for (int i = 0; i < 2; i++) sent[i] = __VERIFIER_nondet_int();
  pthread_t t1, t2;
  pthread_create(&t1, NULL, producer, NULL);
  pthread_create(&t2, NULL, consumer, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
