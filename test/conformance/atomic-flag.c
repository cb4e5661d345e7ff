// atomic_flag_{test_and_set,clear}[_explicit], and a spin lock made of a flag: no update is lost.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int total;

static void *count(void *arg) {
  for (int i = 0; i < 3; i++) {
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) sched_yield();
    total += *(int *)arg;
    atomic_flag_clear_explicit(&lock, memory_order_release);
  }
  return NULL;
}

int main(void) {
  atomic_flag flag = ATOMIC_FLAG_INIT;
  printf("%d", atomic_flag_test_and_set(&flag));
  printf(" %d", atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  printf(" %d", atomic_flag_test_and_set_explicit(&flag, memory_order_relaxed));
  printf(" %d\n", atomic_flag_test_and_set_explicit(&flag, memory_order_acq_rel));
  atomic_flag_clear_explicit(&flag, memory_order_seq_cst);
  printf("%d\n", atomic_flag_test_and_set(&flag));

  pthread_t t[2];
  int amounts[] = {1, 10};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, count, &amounts[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("total %d, free %d\n", total, !atomic_flag_test_and_set(&lock));
  return 0;
}
