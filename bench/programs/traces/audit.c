/* Two clerks post N entries each; the second first reads a version that the first writes in two parts. Asserted: it sees both parts or none. It may see one:
   the entries behind are what makes the search long. Shared accesses of a run: 8 + 13 N, in two threads and main. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

static atomic_int low, high, seen_low, seen_high;
static atomic_int total, entries, last;

static void *post(void *arg) {
  low = 1;
  high = 1;
  for (int i = 0; i < N; i++) {
    total = total + i;
    entries = entries + 1;
    last = i;
    (void)total;
  }
  return arg;
}

static void *audit(void *arg) {
  seen_low = low;
  seen_high = high;
  for (int i = 0; i < N; i++) {
    total = total - i;
    entries = entries + 1;
    last = -i;
    (void)total;
    (void)entries;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, post, NULL);
  pthread_create(&b, NULL, audit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen_low == seen_high);
  return 0;
}
