// A parallel reduction over a tree of threads: each node splits its range, a child thread takes the left half, the
// node itself the right half; results travel by heap objects that the parent frees.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct range {
  const int *data;
  int from, to;
};

struct summary {
  int sum, least, greatest;
};

static void *reduce(void *arg) {
  struct range range = *(struct range *)arg;
  struct summary *mine = malloc(sizeof *mine);
  if (range.to - range.from == 1) {
    int only = range.data[range.from];
    *mine = (struct summary){only, only, only};
    return mine;
  }
  int middle = (range.from + range.to) / 2;
  struct range left = {range.data, range.from, middle}, right = {range.data, middle, range.to};
  pthread_t child;
  pthread_create(&child, NULL, reduce, &left);
  struct summary *b = reduce(&right);
  void *result;
  pthread_join(child, &result);
  struct summary *a = result;
  mine->sum = a->sum + b->sum;
  mine->least = a->least < b->least ? a->least : b->least;
  mine->greatest = a->greatest > b->greatest ? a->greatest : b->greatest;
  free(a);
  free(b);
  return mine;
}

int main(void) {
  int data[] = {14, -3, 27, 8, 0, 99, -41, 5};
  struct range all = {data, 0, 8};
  struct summary *s = reduce(&all);
  printf("sum %d, least %d, greatest %d\n", s->sum, s->least, s->greatest);
  free(s);
  return 0;
}
