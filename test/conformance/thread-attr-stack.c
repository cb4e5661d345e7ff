// pthread_attr_{set,get}{stacksize,guardsize,stack}: round trips, a stack below the minimum is refused, and a thread
// with such a stack works.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *sum(void *arg) {
  int local[64], total = 0;
  for (int i = 0; i < 64; i++) local[i] = i;
  for (int i = 0; i < 64; i++) total += local[i];
  *(int *)arg = total;
  return NULL;
}

int main(void) {
  pthread_attr_t attr;
  size_t size = 0;
  int total = 0;
  pthread_t t;
  pthread_attr_init(&attr);
  printf("get default %d, ", pthread_attr_getstacksize(&attr, &size));
  printf("positive %d\n", size > 0);
  printf("set 256k %d\n", pthread_attr_setstacksize(&attr, 256 * 1024));
  printf("get %d, ", pthread_attr_getstacksize(&attr, &size));
  printf("size %u\n", (unsigned)size);
  printf("set 1 byte %d\n", pthread_attr_setstacksize(&attr, 1));
  pthread_attr_getstacksize(&attr, &size);
  printf("kept %u\n", (unsigned)size);
  printf("set guard %d\n", pthread_attr_setguardsize(&attr, 8192));
  printf("get guard %d, ", pthread_attr_getguardsize(&attr, &size));
  printf("guard %u\n", (unsigned)size);
  printf("create %d\n", pthread_create(&t, &attr, sum, &total));
  pthread_join(t, NULL);
  printf("total %d\n", total);
  pthread_attr_destroy(&attr);

  void *stack = aligned_alloc(4096, 256 * 1024), *where = NULL;
  pthread_attr_init(&attr);
  printf("set stack %d\n", pthread_attr_setstack(&attr, stack, 256 * 1024));
  printf("get stack %d, ", pthread_attr_getstack(&attr, &where, &size));
  printf("same place %d, size %u\n", where == stack, (unsigned)size);
  printf("set small stack %d\n", pthread_attr_setstack(&attr, stack, 16));
  total = 0;
  pthread_create(&t, &attr, sum, &total);
  pthread_join(t, NULL);
  printf("total %d\n", total);
  pthread_attr_destroy(&attr);
  free(stack);
  return 0;
}
