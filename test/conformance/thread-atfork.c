// pthread_atfork only registers; without a fork no handler runs.
#include <pthread.h>
#include <stdio.h>

static int calls;
static void called(void) { calls++; }

static void *child(void *arg) {
  *(int *)arg = pthread_atfork(NULL, called, NULL);
  return NULL;
}

int main(void) {
  pthread_t t;
  int rc = -1;
  printf("register three: %d\n", pthread_atfork(called, called, called));
  printf("register none: %d\n", pthread_atfork(NULL, NULL, NULL));
  pthread_create(&t, NULL, child, &rc);
  pthread_join(t, NULL);
  printf("register in a thread: %d\n", rc);
  printf("calls: %d\n", calls);
  return 0;
}
