// One thread per row multiplies matrices into disjoint parts of one array; arguments in a heap array.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 3 };
static const int a[N][N] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 10}};
static const int b[N][N] = {{2, 0, 1}, {-1, 3, 0}, {4, 4, -2}};
static int c[N][N];

static void *row(void *arg) {
  int i = *(int *)arg;
  for (int j = 0; j < N; j++)
    for (int k = 0; k < N; k++) c[i][j] += a[i][k] * b[k][j];
  return NULL;
}

int main(void) {
  pthread_t *threads = malloc(N * sizeof *threads);
  int *rows = malloc(N * sizeof *rows);
  for (int i = 0; i < N; i++) {
    rows[i] = i;
    pthread_create(threads + i, NULL, row, rows + i);
  }
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  free(threads);
  free(rows);
  for (int i = 0; i < N; i++) printf("%4d %4d %4d\n", c[i][0], c[i][1], c[i][2]);
  return 0;
}
