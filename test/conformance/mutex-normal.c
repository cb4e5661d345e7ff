// pthread_mutex_{init,lock,trylock,unlock,destroy} of a plain mutex: EBUSY for every thread while it is held, free again
// after unlock, usable after destroy and init.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t fixed = PTHREAD_MUTEX_INITIALIZER;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *try_it(void *arg) {
  int rc = pthread_mutex_trylock(arg);
  if (rc == 0) pthread_mutex_unlock(arg);
  return (void *)(intptr_t)rc;
}

static int from_thread(pthread_mutex_t *m) {
  pthread_t t;
  void *rc;
  pthread_create(&t, NULL, try_it, m);
  pthread_join(t, &rc);
  return (int)(intptr_t)rc;
}

int main(void) {
  pthread_mutex_t m;
  show("init", pthread_mutex_init(&m, NULL));
  show("another thread tries", from_thread(&m));
  show("lock", pthread_mutex_lock(&m));
  show("another thread tries", from_thread(&m));
  show("the owner tries", pthread_mutex_trylock(&m));
  show("unlock", pthread_mutex_unlock(&m));
  show("try", pthread_mutex_trylock(&m));
  show("another thread tries", from_thread(&m));
  show("unlock", pthread_mutex_unlock(&m));
  show("destroy", pthread_mutex_destroy(&m));
  show("init again", pthread_mutex_init(&m, NULL));
  show("lock", pthread_mutex_lock(&m));
  show("unlock", pthread_mutex_unlock(&m));
  show("destroy", pthread_mutex_destroy(&m));

  show("static: lock", pthread_mutex_lock(&fixed));
  show("static: another thread tries", from_thread(&fixed));
  show("static: unlock", pthread_mutex_unlock(&fixed));
  show("static: another thread tries", from_thread(&fixed));
  show("static: destroy", pthread_mutex_destroy(&fixed));
  return 0;
}
