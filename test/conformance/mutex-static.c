// Statically initialised recursive and error-checking mutexes (glibc's _NP initialisers), also inside a heap struct.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

struct account {
  int balance;
  pthread_mutex_t lock;
};

int main(void) {
  show("recursive: lock", pthread_mutex_lock(&recursive));
  show("recursive: lock", pthread_mutex_lock(&recursive));
  show("recursive: unlock", pthread_mutex_unlock(&recursive));
  show("recursive: unlock", pthread_mutex_unlock(&recursive));
  show("recursive: unlock", pthread_mutex_unlock(&recursive));
  show("checking: unlock", pthread_mutex_unlock(&checking));
  show("checking: lock", pthread_mutex_lock(&checking));
  show("checking: lock", pthread_mutex_lock(&checking));
  show("checking: unlock", pthread_mutex_unlock(&checking));

  struct account *account = malloc(sizeof *account);
  *account = (struct account){5, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};
  show("heap: lock", pthread_mutex_lock(&account->lock));
  show("heap: lock", pthread_mutex_lock(&account->lock));
  account->balance += 2;
  show("heap: unlock", pthread_mutex_unlock(&account->lock));
  show("heap: destroy", pthread_mutex_destroy(&account->lock));
  show("balance", account->balance);
  free(account);
  return 0;
}
