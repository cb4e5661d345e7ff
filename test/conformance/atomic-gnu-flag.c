// __atomic_test_and_set, __atomic_clear, __atomic_always_lock_free, __atomic_is_lock_free; a byte lock among other bytes.
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>

static char bytes[4] = {1, 0, 1, 1};
static int total;

static void *count(void *arg) {
  for (int i = 0; i < 3; i++) {
    while (__atomic_test_and_set(&bytes[1], __ATOMIC_ACQUIRE)) sched_yield();
    total++;
    __atomic_clear(&bytes[1], __ATOMIC_RELEASE);
  }
  return arg;
}

int main(void) {
  bool flag = false;
  char byte = 0;
  printf("%d", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
  printf(" %d", __atomic_test_and_set(&flag, __ATOMIC_RELAXED));
  printf(" %d\n", flag);
  __atomic_clear(&flag, __ATOMIC_SEQ_CST);
  printf("%d\n", flag);
  printf("%d", __atomic_test_and_set(&byte, __ATOMIC_SEQ_CST));
  printf(" %d", byte != 0);
  __atomic_clear(&byte, __ATOMIC_RELAXED);
  printf(" %d\n", byte);
  printf("always lock-free: %d %d %d\n", __atomic_always_lock_free(1, 0), __atomic_always_lock_free(2, 0), __atomic_always_lock_free(4, 0));
  int word = 0;
  printf("lock-free: %d\n", __atomic_is_lock_free(sizeof word, &word));

  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, count, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("total %d, bytes %d %d %d %d\n", total, bytes[0], bytes[1], bytes[2], bytes[3]);
  return 0;
}
