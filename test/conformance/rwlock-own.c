// glibc only
// A writer that locks its own lock again gets EDEADLK from glibc (POSIX: may deadlock).
#include <pthread.h>
#include <stdio.h>

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

int main(void) {
  pthread_rwlock_t lock;
  struct timespec past = {1, 0};
  pthread_rwlock_init(&lock, NULL);
  show("write", pthread_rwlock_wrlock(&lock));
  show("write again", pthread_rwlock_wrlock(&lock));
  show("read own", pthread_rwlock_rdlock(&lock));
  show("timed write", pthread_rwlock_timedwrlock(&lock, &past));
  show("timed read", pthread_rwlock_timedrdlock(&lock, &past));
  show("unlock", pthread_rwlock_unlock(&lock));
  show("read", pthread_rwlock_rdlock(&lock));
  show("unlock", pthread_rwlock_unlock(&lock));
  show("destroy", pthread_rwlock_destroy(&lock));
  return 0;
}
