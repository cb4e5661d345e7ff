// models: lp64
// also: own.c
// gcc: -fno-builtin
// The program's own definitions of library functions win, for its own calls in every file; the library's functions that the program
// does not define continue working.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int allocations, locks;
extern int lengths;

void *calloc_counted(size_t n, size_t size) {
  allocations++;
  return calloc(n, size);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    shared += (int)strlen(argument);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  char *p = strdup("abc");
  int *q = calloc_counted(2, sizeof *q);
  pthread_create(&t, 0, work, p);
  work("xy");
  pthread_join(t, 0);
  printf("%d %d %d %d\n", shared, allocations, lengths > 3, locks);
  printf("%s %d %d\n", p, q[1], abs(-5));
  free(p);
  free(q);
  return 0;
}
