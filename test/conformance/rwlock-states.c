// pthread_rwlock_{init,rdlock,tryrdlock,wrlock,trywrlock,unlock,destroy}: who gets the lock in which state, asked from
// another thread; as many unlocks as read locks.
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *probe(void *arg) {
  (void)arg;
  int read = pthread_rwlock_tryrdlock(&lock);
  if (read == 0) pthread_rwlock_unlock(&lock);
  int write = pthread_rwlock_trywrlock(&lock);
  if (write == 0) pthread_rwlock_unlock(&lock);
  printf("  another thread: read %d, write %d\n", read, write);
  return NULL;
}

static void ask(void) {
  pthread_t t;
  pthread_create(&t, NULL, probe, NULL);
  pthread_join(t, NULL);
}

int main(void) {
  ask();
  show("read", pthread_rwlock_rdlock(&lock));
  ask();
  show("read again", pthread_rwlock_rdlock(&lock));
  show("try to read", pthread_rwlock_tryrdlock(&lock));
  show("try to write", pthread_rwlock_trywrlock(&lock));
  show("unlock", pthread_rwlock_unlock(&lock));
  show("unlock", pthread_rwlock_unlock(&lock));
  ask();
  show("unlock", pthread_rwlock_unlock(&lock));
  ask();
  show("write", pthread_rwlock_wrlock(&lock));
  ask();
  show("try to read", pthread_rwlock_tryrdlock(&lock));
  show("try to write", pthread_rwlock_trywrlock(&lock));
  show("unlock", pthread_rwlock_unlock(&lock));
  show("try to write", pthread_rwlock_trywrlock(&lock));
  ask();
  show("unlock", pthread_rwlock_unlock(&lock));
  ask();
  show("destroy", pthread_rwlock_destroy(&lock));
  show("init", pthread_rwlock_init(&lock, NULL));
  show("write", pthread_rwlock_wrlock(&lock));
  show("unlock", pthread_rwlock_unlock(&lock));
  show("destroy", pthread_rwlock_destroy(&lock));
  return 0;
}
