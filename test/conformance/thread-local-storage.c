// _Thread_local and __thread variables: every thread starts from the initialiser, keeps its own copy through calls,
// and can hand out its copy's address while it lives.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static _Thread_local int counter = 100;
static __thread char text[8] = "init";
static _Thread_local int *pointer;

static void bump(int n) {
  for (int i = 0; i < n; i++) counter++;
}

static void *work(void *arg) {
  int n = (int)(intptr_t)arg;
  static _Thread_local int calls;
  calls++;
  int fresh = counter == 100 && text[0] == 'i' && pointer == NULL && calls == 1;
  bump(n);
  text[0] = (char)('0' + n);
  pointer = &counter;
  *pointer += 1000;
  return (void *)(intptr_t)(fresh ? counter + text[0] : -1);
}

static void *add(void *arg) {
  *(int *)arg += 5;
  return (void *)(intptr_t)(arg != &counter && counter == 100);
}

int main(void) {
  pthread_t t[3];
  counter = 7;
  for (intptr_t i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < 3; i++) {
    void *result;
    pthread_join(t[i], &result);
    printf("thread %d: %d\n", i, (int)(intptr_t)result);
  }
  void *own;
  pthread_create(&t[0], NULL, add, &counter);
  pthread_join(t[0], &own);
  printf("another thread changed main's copy: %d, its own apart: %d\n", counter, (int)(intptr_t)own);
  printf("main: %d %s %d\n", counter, text, pointer == NULL);
  return 0;
}
