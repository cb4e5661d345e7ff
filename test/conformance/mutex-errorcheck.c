// An error-checking mutex: EDEADLK when its owner locks it again, EBUSY when it tries to, EPERM when a thread that does
// not hold it unlocks it; none of these changes the mutex.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *other(void *arg) {
  (void)arg;
  show("  other unlocks", pthread_mutex_unlock(&m));
  show("  other tries", pthread_mutex_trylock(&m));
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_t t;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  show("init", pthread_mutex_init(&m, &attr));
  pthread_mutexattr_destroy(&attr);
  show("unlock while free", pthread_mutex_unlock(&m));
  show("lock", pthread_mutex_lock(&m));
  show("lock again", pthread_mutex_lock(&m));
  show("try", pthread_mutex_trylock(&m));
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  show("unlock", pthread_mutex_unlock(&m));
  show("unlock again", pthread_mutex_unlock(&m));
  show("try", pthread_mutex_trylock(&m));
  show("lock again", pthread_mutex_lock(&m));
  show("unlock", pthread_mutex_unlock(&m));
  show("destroy", pthread_mutex_destroy(&m));
  return 0;
}
