// A parallel merge sort: threads qsort the quarters of one array, then merge pairs; the result is sorted and a permutation.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 16 };

static int data[N], merged[N];

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void *sort(void *arg) {
  qsort(arg, N / 4, sizeof(int), compare);
  return NULL;
}

static void merge(const int *from, int *to, int half) {
  int a = 0, b = half;
  for (int i = 0; i < 2 * half; i++) to[i] = b == 2 * half || (a < half && from[a] <= from[b]) ? from[a++] : from[b++];
}

static void *merge_half(void *arg) {
  int at = *(int *)arg;
  merge(data + at, merged + at, N / 4);
  return NULL;
}

int main(void) {
  pthread_t t[4];
  int halves[] = {0, N / 2}, sum = 0, inversions = 0;
  for (int i = 0; i < N; i++) data[i] = i * 7 % N * 3 - 10;
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, sort, data + i * N / 4);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, merge_half, &halves[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  merge(merged, data, N / 2);
  for (int i = 0; i < N; i++) {
    printf("%d ", data[i]);
    sum += data[i];
    if (i > 0) inversions += data[i - 1] > data[i];
  }
  printf("\nsum %d, inversions %d\n", sum, inversions);
  return 0;
}
