// models: ilp32
// setjmp and longjmp: out of nested calls, loops over it, values kept in volatile and unchanged locals, nested buffers, from a
// callback of qsort, in two threads at once, and sigsetjmp.
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf outer;
static _Thread_local jmp_buf mine;

static void deep(int n) {
  volatile int pad[3] = {n, n, n};
  if (n == 0) longjmp(outer, pad[0] ? 1 : 42);
  deep(n - 1);
}

static int compare(const void *a, const void *b) {
  if (*(const int *)a == 13 || *(const int *)b == 13) longjmp(outer, 13);
  return *(const int *)a - *(const int *)b;
}

static int try_nested(void) {
  jmp_buf first, second;
  volatile int steps = 0;
  switch (setjmp(first)) {
    case 0:
      if (setjmp(second) == 0) {
        steps += 1;
        longjmp(second, 5);
      }
      steps += 10;
      longjmp(first, 2);
    case 2:
      steps += 100;
      if (steps < 300) longjmp(first, 2);
      break;
    default:
      return -1;
  }
  return steps;
}

static void fail(int code) { longjmp(mine, code); }

static void *thread(void *argument) {
  long base = (long)argument;
  volatile long total = 0;
  for (int i = 1; i <= 3; i++) {
    int code = setjmp(mine);
    if (code == 0) fail(i + (int)base);
    total += code;
  }
  return (void *)total;
}

int main(void) {
  int kept = 7;
  volatile int changed = 1;
  int code = setjmp(outer);
  if (code == 0) {
    changed = 2;
    deep(6);
  }
  printf("%d %d %d\n", code, kept, changed);
  int values[] = {5, 13, 1, 9};
  if ((code = setjmp(outer)) == 0) qsort(values, 4, sizeof values[0], compare);
  printf("%d\n", code);
  printf("%d\n", try_nested());
  sigjmp_buf with_mask;
  volatile int rounds = 0;
  if (sigsetjmp(with_mask, 1) < 3) siglongjmp(with_mask, ++rounds);
  printf("%d\n", rounds);
  if (setjmp(outer) == 0) longjmp(outer, 0);
  else printf("zero becomes one\n");
  pthread_t a, b;
  void *x, *y;
  pthread_create(&a, 0, thread, (void *)10);
  pthread_create(&b, 0, thread, (void *)20);
  pthread_join(a, &x);
  pthread_join(b, &y);
  printf("%ld %ld\n", (long)x, (long)y);
  return 0;
}
