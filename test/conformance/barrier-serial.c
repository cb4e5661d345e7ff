// pthread_barrier_{init,wait,destroy}: in every round exactly one thread gets PTHREAD_BARRIER_SERIAL_THREAD and the others 0,
// and what was written before the barrier is seen after it; the barrier can be used again at once.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 3, ROUNDS = 3 };

static pthread_barrier_t barrier;
static int cells[N];
static atomic_int serial[ROUNDS], zero[ROUNDS], wrong;

static void *work(void *arg) {
  int me = (int)(intptr_t)arg;
  for (int round = 0; round < ROUNDS; round++) {
    cells[me] = round + 1;
    int rc = pthread_barrier_wait(&barrier);
    if (rc == PTHREAD_BARRIER_SERIAL_THREAD) serial[round]++;
    else if (rc == 0) zero[round]++;
    for (int i = 0; i < N; i++) wrong += cells[i] != round + 1;
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t t[N];
  printf("init %d\n", pthread_barrier_init(&barrier, NULL, N));
  for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < ROUNDS; i++) printf("round %d: serial %d, others %d\n", i, serial[i], zero[i]);
  printf("wrong %d\n", wrong);
  printf("destroy %d\n", pthread_barrier_destroy(&barrier));
  printf("init for one %d\n", pthread_barrier_init(&barrier, NULL, 1));
  printf("alone: serial %d\n", pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  printf("again: serial %d\n", pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  printf("destroy %d\n", pthread_barrier_destroy(&barrier));
  printf("init for none %d\n", pthread_barrier_init(&barrier, NULL, 0));
  return 0;
}
