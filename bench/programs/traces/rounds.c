/* Two threads go through N rounds. In each, a thread announces itself and then looks whether the other has; it is late or early. Asserted: in the last round
   not both are early, since the second to announce itself sees the first. Shared accesses of a run: 4 + 8 N, in two threads and main. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

static atomic_int here[2], early[2], pace;

static void go(int me) {
  for (int k = 1; k <= N; k++) {
    here[me] = k;
    int round;
    if (here[1 - me] < k) round = k;
    else round = -k;
    early[me] = round;
    pace = k;
  }
}

static void *first(void *arg) {
  go(0);
  return arg;
}

static void *second(void *arg) {
  go(1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  early[0] = 0;
  early[1] = 0;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  int one = early[0], two = early[1];
  assert(!(one == N && two == N));
  return 0;
}
