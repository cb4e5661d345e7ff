// pthread_mutexattr_{init,destroy,settype,gettype,setpshared,getpshared,setrobust,getrobust}: defaults, round trips,
// refused values.
#include <pthread.h>
#include <stdio.h>

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

int main(void) {
  pthread_mutexattr_t attr;
  int value = -1;
  show("init", pthread_mutexattr_init(&attr));
  show("get type", pthread_mutexattr_gettype(&attr, &value));
  show("  default", value == PTHREAD_MUTEX_DEFAULT);
  static const int types[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_DEFAULT};
  for (int i = 0; i < 4; i++) {
    show("set type", pthread_mutexattr_settype(&attr, types[i]));
    value = -1;
    pthread_mutexattr_gettype(&attr, &value);
    show("  same", value == types[i]);
  }
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  show("set nonsense", pthread_mutexattr_settype(&attr, 77));
  pthread_mutexattr_gettype(&attr, &value);
  show("  still recursive", value == PTHREAD_MUTEX_RECURSIVE);

  show("get pshared", pthread_mutexattr_getpshared(&attr, &value));
  show("  private", value == PTHREAD_PROCESS_PRIVATE);
  show("set shared", pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED));
  pthread_mutexattr_getpshared(&attr, &value);
  show("  shared", value == PTHREAD_PROCESS_SHARED);
  show("set nonsense", pthread_mutexattr_setpshared(&attr, 77));

  show("get robust", pthread_mutexattr_getrobust(&attr, &value));
  show("  stalled", value == PTHREAD_MUTEX_STALLED);
  show("set robust", pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST));
  pthread_mutexattr_getrobust(&attr, &value);
  show("  robust", value == PTHREAD_MUTEX_ROBUST);
  show("set nonsense", pthread_mutexattr_setrobust(&attr, 77));
  pthread_mutexattr_gettype(&attr, &value);
  show("  type untouched", value == PTHREAD_MUTEX_RECURSIVE);
  show("destroy", pthread_mutexattr_destroy(&attr));
  show("init again", pthread_mutexattr_init(&attr));
  pthread_mutexattr_gettype(&attr, &value);
  show("  default", value == PTHREAD_MUTEX_DEFAULT);
  pthread_mutexattr_getpshared(&attr, &value);
  show("  private", value == PTHREAD_PROCESS_PRIVATE);
  pthread_mutexattr_destroy(&attr);
  return 0;
}
