// flockfile, ftrylockfile, funlockfile and the unlocked functions: the lock of a stream is recursive and keeps other threads out.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static void *try_it(void *arg) {
  (void)arg;
  int rc = ftrylockfile(stdout);
  if (rc == 0) funlockfile(stdout);
  return (void *)(intptr_t)(rc != 0);
}

static int refused(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, try_it, NULL);
  pthread_join(t, &result);
  return (int)(intptr_t)result;
}

int main(void) {
  printf("free: refused %d\n", refused());
  flockfile(stdout);
  printf("held: refused %d\n", refused());
  printf("again %d\n", ftrylockfile(stdout));
  funlockfile(stdout);
  printf("still held: refused %d\n", refused());
  putc_unlocked('u', stdout);
  putchar_unlocked('\n');
  funlockfile(stdout);
  printf("free: refused %d\n", refused());
  return 0;
}
