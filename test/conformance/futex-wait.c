// futex: a wait for another value returns at once; a wake-up wakes as many as asked; a lock made of it excludes.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int lock, ready, count;

static long futex(atomic_int *word, int operation, int value) {
  return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, FUTEX_BITSET_MATCH_ANY);
}

static void take(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong(&lock, &seen, 1)) return;
  while (atomic_exchange(&lock, 2) != 0) futex(&lock, FUTEX_WAIT, 2);
}

static void give(void) {
  if (atomic_exchange(&lock, 0) == 2) futex(&lock, FUTEX_WAKE, 1);
}

static void *work(void *arg) {
  while (!atomic_load(&ready)) futex(&ready, FUTEX_WAIT_BITSET, 0);
  for (int i = 0; i < 2; i++) {
    take();
    int seen = count;
    count = seen + 1;
    give();
  }
  return arg;
}

int main(void) {
  pthread_t t[2];
  long result = futex(&ready, FUTEX_WAIT, 1);
  printf("%ld %d\n", result, errno == EAGAIN);
  printf("%ld\n", futex(&ready, FUTEX_WAKE, 5));
  printf("%ld\n", syscall(SYS_futex, &ready, FUTEX_WAIT, 1, 0, 0, 0)); // a plain 0 for the time
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  atomic_store(&ready, 1);
  futex(&ready, FUTEX_WAKE_BITSET, 2);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", count);
  char name[16];
  memset(name, 'x', sizeof name);
  printf("%d", prctl(PR_SET_NAME, "a name that is too long", 0, 0, 0));
  printf(" %d", prctl(PR_GET_NAME, name, 0, 0, 0));
  printf(" %s\n", name);
  return 0;
}
