/* A writer changes two numbers together; a reader gets both old or both new. */
#include "seqlock.h"
#include <assert.h>
#include <pthread.h>

static seqlock_t lock;
static _Alignas(8) long pair[2];

static void *write_pair(void *argument) {
  long next[2] = {1, 1};
  seqlock_write(&lock, next, pair, sizeof pair);
  return argument;
}

int main(void) {
  pthread_t writer;
  long seen[2];
  seqlock_init(&lock);
  pthread_create(&writer, 0, write_pair, 0);
  seqlock_read(&lock, seen, pair, sizeof pair);
  assert(seen[0] == seen[1]);
  pthread_join(writer, 0);
  return 0;
}
