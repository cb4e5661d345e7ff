// Any thread may join another: each thread of a chain joins its predecessor, and main only the last.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

struct link {
  pthread_t previous;
  int has_previous, value;
};

static void *work(void *arg) {
  struct link *link = arg;
  intptr_t sum = link->value;
  if (link->has_previous) {
    void *before = NULL;
    if (pthread_join(link->previous, &before) != 0) return (void *)(intptr_t)-1;
    sum += 10 * (intptr_t)before;
  }
  return (void *)sum;
}

int main(void) {
  struct link links[5];
  pthread_t t;
  for (int i = 0; i < 5; i++) {
    links[i].value = i + 1;
    links[i].has_previous = i > 0;
    if (i > 0) links[i].previous = t;
    pthread_create(&t, NULL, work, &links[i]);
  }
  void *result = NULL;
  printf("join %d\n", pthread_join(t, &result));
  printf("sum %d\n", (int)(intptr_t)result);
  return 0;
}
