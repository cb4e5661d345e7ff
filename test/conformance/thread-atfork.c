// pthread_atfork only registers; without a fork no handler runs.
#include <pthread.h>
#include <stdio.h>

static int calls;
static void called(void) { calls++; }

int main(void) {
  printf("register three: %d\n", pthread_atfork(called, called, called));
  printf("register none: %d\n", pthread_atfork(NULL, NULL, NULL));
  printf("calls: %d\n", calls);
  return 0;
}
