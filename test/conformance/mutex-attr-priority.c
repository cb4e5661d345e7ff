// pthread_mutexattr_{set,get}{protocol,prioceiling}, pthread_mutex_getprioceiling, and a priority-inheriting mutex
// that works as any other.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *other(void *arg) {
  show("  other tries", pthread_mutex_trylock(arg));
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutex_t m;
  pthread_t t;
  int value = -1;
  pthread_mutexattr_init(&attr);
  show("get protocol", pthread_mutexattr_getprotocol(&attr, &value));
  show("  none", value == PTHREAD_PRIO_NONE);
  static const int protocols[] = {PTHREAD_PRIO_PROTECT, PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT};
  for (int i = 0; i < 3; i++) {
    show("set protocol", pthread_mutexattr_setprotocol(&attr, protocols[i]));
    pthread_mutexattr_getprotocol(&attr, &value);
    show("  same", value == protocols[i]);
  }
  show("set nonsense", pthread_mutexattr_setprotocol(&attr, 77));
  show("set ceiling", pthread_mutexattr_setprioceiling(&attr, 10));
  show("get ceiling", pthread_mutexattr_getprioceiling(&attr, &value));
  show("  ceiling", value);
  show("set ceiling too high", pthread_mutexattr_setprioceiling(&attr, 4711));

  show("init", pthread_mutex_init(&m, &attr));
  pthread_mutexattr_destroy(&attr);
  show("ceiling of an inheriting mutex", pthread_mutex_getprioceiling(&m, &value));
  show("lock", pthread_mutex_lock(&m));
  pthread_create(&t, NULL, other, &m);
  pthread_join(t, NULL);
  show("unlock", pthread_mutex_unlock(&m));
  show("destroy", pthread_mutex_destroy(&m));
  return 0;
}
