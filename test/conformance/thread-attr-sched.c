// pthread_attr_{set,get}{schedpolicy,schedparam,inheritsched,scope}: defaults, round trips, refused values.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

int main(void) {
  pthread_attr_t attr;
  struct sched_param param = {.sched_priority = -1};
  int value = -1;
  pthread_attr_init(&attr);

  show("get policy", pthread_attr_getschedpolicy(&attr, &value));
  show("  other", value == SCHED_OTHER);
  show("set fifo", pthread_attr_setschedpolicy(&attr, SCHED_FIFO));
  pthread_attr_getschedpolicy(&attr, &value);
  show("  fifo", value == SCHED_FIFO);
  show("set nonsense", pthread_attr_setschedpolicy(&attr, 4711));
  pthread_attr_getschedpolicy(&attr, &value);
  show("  still fifo", value == SCHED_FIFO);

  show("get param", pthread_attr_getschedparam(&attr, &param));
  show("  priority", param.sched_priority);
  param.sched_priority = 7;
  show("set param", pthread_attr_setschedparam(&attr, &param));
  param.sched_priority = 0;
  pthread_attr_getschedparam(&attr, &param);
  show("  priority", param.sched_priority);

  show("get inherit", pthread_attr_getinheritsched(&attr, &value));
  show("  inherit", value == PTHREAD_INHERIT_SCHED);
  show("set explicit", pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED));
  pthread_attr_getinheritsched(&attr, &value);
  show("  explicit", value == PTHREAD_EXPLICIT_SCHED);
  show("set nonsense", pthread_attr_setinheritsched(&attr, 99));

  show("get scope", pthread_attr_getscope(&attr, &value));
  show("  system", value == PTHREAD_SCOPE_SYSTEM);
  show("set system", pthread_attr_setscope(&attr, PTHREAD_SCOPE_SYSTEM));
  show("set process", pthread_attr_setscope(&attr, PTHREAD_SCOPE_PROCESS));
  show("set nonsense", pthread_attr_setscope(&attr, 99));
  show("destroy", pthread_attr_destroy(&attr));
  return 0;
}
