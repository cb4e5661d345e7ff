// A semaphore as a limit: never more than two of four threads are inside, and the value is back at the end.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>

static sem_t places;
static atomic_int inside, visits, crowded;

static void *visit(void *arg) {
  for (int i = 0; i < 2; i++) {
    sem_wait(&places);
    if (atomic_fetch_add(&inside, 1) >= 2) crowded++;
    visits++;
    sched_yield();
    atomic_fetch_sub(&inside, 1);
    sem_post(&places);
  }
  return arg;
}

int main(void) {
  pthread_t t[4];
  int value = -1;
  sem_init(&places, 0, 2);
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, visit, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  sem_getvalue(&places, &value);
  printf("visits %d, crowded %d, inside %d, value %d\n", visits, crowded, inside, value);
  printf("destroy %d\n", sem_destroy(&places));
  return 0;
}
