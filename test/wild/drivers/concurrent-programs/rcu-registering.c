/* A second reader makes itself known while the first one reads. */
#include <assert.h>
#include <semaphore.h>
#include "thread-rcu/rcu.h"

static int *shared;
static sem_t first_known, both_known;

static void *first_reader(void *argument) {
  rcu_init();
  sem_post(&first_known);
  rcu_read_lock();
  rcu_read_unlock();
  return argument;
}

static void *second_reader(void *argument) {
  sem_wait(&first_known);
  rcu_init();
  sem_post(&both_known);
  rcu_read_lock();
  int *value = rcu_dereference(shared);
  assert(*value == 1 || *value == 2);
  rcu_read_unlock();
  return argument;
}

int main(void) {
  pthread_t threads[2];
  int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  *first = 1;
  *second = 2;
  shared = first;
  sem_init(&first_known, 0, 0);
  sem_init(&both_known, 0, 0);
  pthread_create(&threads[0], NULL, first_reader, NULL);
  pthread_create(&threads[1], NULL, second_reader, NULL);
  sem_wait(&both_known);
  int *old = rcu_assign_pointer(shared, second);
  synchronize_rcu();
  free(old);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
