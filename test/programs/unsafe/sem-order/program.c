/* Two semaphores used as locks and taken in opposite orders, on a path that the input decides.
 *
 * deadlock: unsafe. With the input true, each thread holds one and waits for the other. With false, all is well.
 * race: safe, done is atomic. assert: safe, both pass when the process ends. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);

static sem_t disk, network;
static bool reversed;
static atomic_int done;

static void use(sem_t *first, sem_t *second) {
  sem_wait(first);
  sem_wait(second);
  atomic_fetch_add(&done, 1);
  sem_post(second);
  sem_post(first);
}

static void *backup(void *arg) {
  use(&disk, &network);
  return arg;
}

static void *restore(void *arg) {
  if (reversed)
    use(&network, &disk);
  else
    use(&disk, &network);
  return arg;
}

int main(void) {
  sem_init(&disk, 0, 1);
  sem_init(&network, 0, 1);
  reversed = __VERIFIER_nondet_bool();
  pthread_t t1, t2;
  pthread_create(&t1, NULL, backup, NULL);
  pthread_create(&t2, NULL, restore, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(atomic_load(&done) == 2);
  return 0;
}
