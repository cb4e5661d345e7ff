// fileno, ferror, feof, clearerr, setvbuf, and lines printed by ordered threads: whole and in order.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static sem_t turns[3];

static void *speak(void *arg) {
  int me = (int)(intptr_t)arg;
  sem_wait(&turns[me]);
  printf("thread %d speaks\n", me);
  if (me < 2) sem_post(&turns[me + 1]);
  return NULL;
}

int main(void) {
  printf("setvbuf %d\n", setvbuf(stdout, NULL, _IOLBF, BUFSIZ));
  printf("no such mode %d\n", setvbuf(stdout, NULL, 77, 0) != 0);
  printf("fileno %d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
  printf("constants %d %d %d\n", STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO);
  printf("ferror %d, feof %d\n", ferror(stdout), feof(stdout));
  clearerr(stdout);
  printf("EOF %d\n", EOF);

  pthread_t t[3];
  for (int i = 0; i < 3; i++) sem_init(&turns[i], 0, i == 0);
  for (intptr_t i = 0; i < 3; i++) pthread_create(&t[i], NULL, speak, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  fputs("end\n", stdout);
  return 0;
}
