// glibc only
// Destroying a locked mutex is a mistake; glibc answers EBUSY and leaves the mutex as it is. A destroyed mutex can
// be initialised again.
#include <pthread.h>
#include <stdio.h>

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

int main(void) {
  pthread_mutex_t m;
  show("init", pthread_mutex_init(&m, NULL));
  show("lock", pthread_mutex_lock(&m));
  show("destroy", pthread_mutex_destroy(&m));
  show("unlock", pthread_mutex_unlock(&m));
  show("lock", pthread_mutex_lock(&m));
  show("unlock", pthread_mutex_unlock(&m));
  show("destroy", pthread_mutex_destroy(&m));
  show("init after destroy", pthread_mutex_init(&m, NULL));
  show("try after init", pthread_mutex_trylock(&m));
  return 0;
}
