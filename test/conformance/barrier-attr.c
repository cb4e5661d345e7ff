// pthread_barrierattr_{init,destroy,setpshared,getpshared}, and a barrier made with such attributes.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *arrive(void *arg) { return (void *)(intptr_t)pthread_barrier_wait(arg); }

int main(void) {
  pthread_barrierattr_t attr;
  pthread_barrier_t barrier;
  pthread_t t;
  int value = -1;
  void *theirs;
  show("init", pthread_barrierattr_init(&attr));
  show("get", pthread_barrierattr_getpshared(&attr, &value));
  show("  private", value == PTHREAD_PROCESS_PRIVATE);
  show("set shared", pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_SHARED));
  pthread_barrierattr_getpshared(&attr, &value);
  show("  shared", value == PTHREAD_PROCESS_SHARED);
  show("set nonsense", pthread_barrierattr_setpshared(&attr, 77));
  show("barrier init", pthread_barrier_init(&barrier, &attr, 2));
  show("destroy", pthread_barrierattr_destroy(&attr));
  show("init again", pthread_barrierattr_init(&attr));
  pthread_barrierattr_getpshared(&attr, &value);
  show("  private", value == PTHREAD_PROCESS_PRIVATE);
  pthread_barrierattr_destroy(&attr);
  pthread_create(&t, NULL, arrive, &barrier);
  int mine = pthread_barrier_wait(&barrier);
  pthread_join(t, &theirs);
  show("one of two is serial", mine + (int)(intptr_t)theirs == PTHREAD_BARRIER_SERIAL_THREAD);
  show("barrier destroy", pthread_barrier_destroy(&barrier));
  return 0;
}
