/* The first file of a program of two: two clerks add to a total. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include "total.h"

static void *clerk(void *arg) {
  add(10);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, clerk, NULL);
  pthread_create(&b, NULL, clerk, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(get_total() == 20);
  return 0;
}
