// pthread_setcancelstate and pthread_setcanceltype: what they return, defaults, refused values; new threads start enabled
// and deferred whatever their creator's state.
#include <pthread.h>
#include <stdio.h>

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *fresh(void *arg) {
  int state = -1, type = -1;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
  show("  enabled at start", state == PTHREAD_CANCEL_ENABLE);
  show("  deferred at start", type == PTHREAD_CANCEL_DEFERRED);
  return arg;
}

int main(void) {
  int old = -1;
  pthread_t t;
  show("disable", pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old));
  show("  was enabled", old == PTHREAD_CANCEL_ENABLE);
  show("disable again", pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old));
  show("  was disabled", old == PTHREAD_CANCEL_DISABLE);
  show("nonsense", pthread_setcancelstate(77, &old));
  show("asynchronous", pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old));
  show("  was deferred", old == PTHREAD_CANCEL_DEFERRED);
  show("nonsense", pthread_setcanceltype(77, &old));
  pthread_create(&t, NULL, fresh, NULL);
  pthread_join(t, NULL);
  show("deferred", pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old));
  show("  was asynchronous", old == PTHREAD_CANCEL_ASYNCHRONOUS);
  show("without the old value", pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL));
  show("enable", pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old));
  show("  was enabled", old == PTHREAD_CANCEL_ENABLE);
  return 0;
}
