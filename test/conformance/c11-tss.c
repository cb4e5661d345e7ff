// tss_{create,set,get,delete}: per-thread values, null at first, and destructors at thread end for return and thrd_exit.
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

static tss_t heap, plain;
static int destroyed;

static void destructor(void *value) {
  destroyed += *(int *)value;
  free(value);
}

static int work(void *arg) {
  int n = *(int *)arg;
  int fresh = tss_get(heap) == NULL && tss_get(plain) == NULL;
  int *value = malloc(sizeof *value);
  *value = n;
  if (tss_set(heap, value) != thrd_success) return -1;
  tss_set(plain, arg);
  int *back = tss_get(heap);
  if (n == 20) thrd_exit(100 + *back);
  return fresh ? *back + (tss_get(plain) == arg) : -2;
}

int main(void) {
  printf("create %d\n", tss_create(&heap, destructor) == thrd_success);
  printf("create %d\n", tss_create(&plain, NULL) == thrd_success);
  printf("set %d\n", tss_set(plain, "main") == thrd_success);
  for (int n = 10; n <= 30; n += 10) {
    thrd_t t;
    int result;
    thrd_create(&t, work, &n);
    thrd_join(t, &result);
    printf("result %d, destroyed %d\n", result, destroyed);
  }
  printf("main's: %s, other null %d\n", (char *)tss_get(plain), tss_get(heap) == NULL);
  tss_delete(heap);
  tss_delete(plain);
  printf("create %d\n", tss_create(&plain, NULL) == thrd_success);
  printf("null %d\n", tss_get(plain) == NULL);
  tss_delete(plain);
  return 0;
}
