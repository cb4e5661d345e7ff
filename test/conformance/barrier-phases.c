// Phases between barriers: a Jacobi-like iteration over a ring, read from one array and written to the other; the result is
// that of the sequential program.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 4, PHASES = 3 };

static int now[2][N] = {{9, 0, 4, 7}};
static pthread_barrier_t barrier;

static void *cell(void *arg) {
  int me = (int)(intptr_t)arg;
  for (int phase = 0; phase < PHASES; phase++) {
    const int *from = now[phase % 2];
    now[(phase + 1) % 2][me] = from[(me + N - 1) % N] + 2 * from[me] - from[(me + 1) % N];
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t t[N];
  pthread_barrier_init(&barrier, NULL, N);
  for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], NULL, cell, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < N; i++) printf("%d%c", now[PHASES % 2][i], i < N - 1 ? ' ' : '\n');
  printf("destroy %d\n", pthread_barrier_destroy(&barrier));
  return 0;
}
