/* A reader that is known before the writer begins; the writer frees the old value after a grace period. */
#include <assert.h>
#include <semaphore.h>
#include "thread-rcu/rcu.h"

static int *shared;
static sem_t known;

static void *reader(void *argument) {
  rcu_init();
  sem_post(&known);
  rcu_read_lock();
  int *value = rcu_dereference(shared);
  assert(*value == 1 || *value == 2);
  rcu_read_unlock();
  return argument;
}

int main(void) {
  pthread_t thread;
  int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  *first = 1;
  *second = 2;
  shared = first;
  sem_init(&known, 0, 0);
  pthread_create(&thread, NULL, reader, NULL);
  sem_wait(&known);
  int *old = rcu_assign_pointer(shared, second);
  synchronize_rcu();
  free(old);
  pthread_join(thread, NULL);
  rcu_clean();
  free(second);
  return 0;
}
