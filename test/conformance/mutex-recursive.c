// A recursive mutex: its owner may lock it again (lock or trylock) and it is free only after as many unlocks; others
// get EBUSY and may not unlock it.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *other(void *arg) {
  (void)arg;
  int rc = pthread_mutex_trylock(&m);
  show("  other tries", rc);
  if (rc == 0) show("  other locks twice", pthread_mutex_lock(&m));
  show("  other unlocks", pthread_mutex_unlock(&m));
  if (rc == 0) show("  other unlocks", pthread_mutex_unlock(&m));
  return NULL;
}

static void ask_other(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  show("init", pthread_mutex_init(&m, &attr));
  pthread_mutexattr_destroy(&attr);
  show("unlock while free", pthread_mutex_unlock(&m));
  show("lock", pthread_mutex_lock(&m));
  show("lock", pthread_mutex_lock(&m));
  show("try", pthread_mutex_trylock(&m));
  ask_other();
  show("unlock", pthread_mutex_unlock(&m));
  show("unlock", pthread_mutex_unlock(&m));
  ask_other();
  show("unlock", pthread_mutex_unlock(&m));
  ask_other();
  show("unlock too often", pthread_mutex_unlock(&m));
  show("destroy", pthread_mutex_destroy(&m));
  return 0;
}
