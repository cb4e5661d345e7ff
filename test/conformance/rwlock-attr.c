// pthread_rwlockattr_{init,destroy,setpshared,getpshared,setkind_np,getkind_np}, and locks of both kinds that work.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

int main(void) {
  pthread_rwlockattr_t attr;
  pthread_rwlock_t lock;
  int value = -1;
  show("init", pthread_rwlockattr_init(&attr));
  show("get pshared", pthread_rwlockattr_getpshared(&attr, &value));
  show("  private", value == PTHREAD_PROCESS_PRIVATE);
  show("set shared", pthread_rwlockattr_setpshared(&attr, PTHREAD_PROCESS_SHARED));
  pthread_rwlockattr_getpshared(&attr, &value);
  show("  shared", value == PTHREAD_PROCESS_SHARED);
  show("set nonsense", pthread_rwlockattr_setpshared(&attr, 77));
  show("get kind", pthread_rwlockattr_getkind_np(&attr, &value));
  show("  default", value == PTHREAD_RWLOCK_DEFAULT_NP);
  show("set nonsense", pthread_rwlockattr_setkind_np(&attr, 77));
  static const int kinds[] = {PTHREAD_RWLOCK_PREFER_READER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP};
  for (int i = 0; i < 2; i++) {
    show("set kind", pthread_rwlockattr_setkind_np(&attr, kinds[i]));
    pthread_rwlockattr_getkind_np(&attr, &value);
    show("  same", value == kinds[i]);
    show("lock init", pthread_rwlock_init(&lock, &attr));
    show("read", pthread_rwlock_rdlock(&lock));
    show("try to write", pthread_rwlock_trywrlock(&lock));
    show("unlock", pthread_rwlock_unlock(&lock));
    show("try to write", pthread_rwlock_trywrlock(&lock));
    show("try to read", pthread_rwlock_tryrdlock(&lock));
    show("unlock", pthread_rwlock_unlock(&lock));
    show("lock destroy", pthread_rwlock_destroy(&lock));
  }
  show("destroy", pthread_rwlockattr_destroy(&attr));
  show("init again", pthread_rwlockattr_init(&attr));
  pthread_rwlockattr_getkind_np(&attr, &value);
  show("  default", value == PTHREAD_RWLOCK_DEFAULT_NP);
  pthread_rwlockattr_destroy(&attr);
  return 0;
}
