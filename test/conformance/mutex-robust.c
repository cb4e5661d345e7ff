// A robust mutex whose owner ends: the next lock gives EOWNERDEAD and the mutex; after pthread_mutex_consistent and
// unlock it is sound again; unlocked without, it is ENOTRECOVERABLE for good. trylock and timedlock alike.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *dies(void *arg) {
  show("  thread locks", pthread_mutex_lock(&m));
  return arg;
}

static void owner_dies(void) {
  pthread_t t;
  pthread_create(&t, NULL, dies, NULL);
  pthread_join(t, NULL);
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
  show("init", pthread_mutex_init(&m, &attr));
  pthread_mutexattr_destroy(&attr);
  show("consistent without need", pthread_mutex_consistent(&m));
  owner_dies();
  show("lock", pthread_mutex_lock(&m));
  show("consistent", pthread_mutex_consistent(&m));
  show("consistent again", pthread_mutex_consistent(&m));
  show("unlock", pthread_mutex_unlock(&m));
  show("lock", pthread_mutex_lock(&m));
  show("unlock", pthread_mutex_unlock(&m));

  owner_dies();
  show("try", pthread_mutex_trylock(&m));
  show("consistent", pthread_mutex_consistent(&m));
  show("unlock", pthread_mutex_unlock(&m));

  owner_dies();
  struct timespec past = {0, 0};
  show("timed", pthread_mutex_timedlock(&m, &past));
  show("unlock without consistent", pthread_mutex_unlock(&m));
  show("lock", pthread_mutex_lock(&m));
  show("lock again", pthread_mutex_lock(&m));
  show("try", pthread_mutex_trylock(&m));
  show("destroy", pthread_mutex_destroy(&m));
  return 0;
}
