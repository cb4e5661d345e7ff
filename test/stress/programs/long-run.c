// For the stress: a run of some ten thousand steps before the failure, so that confirming and showing it takes a while.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { rounds = 6000 };

static atomic_uint sum;
static int plain;

static void *count(void *argument) {
  for (unsigned i = 0; i < rounds; i++) sum += i & 7;
  plain++;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  for (unsigned i = 0; i < rounds; i++) sum++;
  plain++;
  pthread_join(thread, NULL);
  assert(sum == 1);
  return 0;
}
