// __sync_ builtins among threads: a counter, a lock by lock_test_and_set and lock_release, a winner by compare_and_swap.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static int counter, lock, guarded, winner, losers;

static void *work(void *arg) {
  for (int i = 0; i < 3; i++) {
    __sync_fetch_and_add(&counter, 2);
    while (__sync_lock_test_and_set(&lock, 1)) sched_yield();
    guarded++;
    __sync_lock_release(&lock);
  }
  if (!__sync_bool_compare_and_swap(&winner, 0, *(int *)arg)) __sync_add_and_fetch(&losers, 1);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int numbers[] = {11, 12, 13};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  printf("counter %d, guarded %d, lock %d\n", counter, guarded, lock);
  printf("a winner %d, losers %d\n", winner >= 11 && winner <= 13, losers);
  return 0;
}
