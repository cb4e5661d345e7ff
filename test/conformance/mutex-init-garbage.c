// The init functions make an object usable whatever its bytes were: mutexes, condition variables, read-write locks, spin locks, barriers
// and semaphores over memory filled with nonsense, and over an object that had another kind before.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

static union {
  pthread_mutex_t mutex;
  pthread_rwlock_t rwlock;
  pthread_spinlock_t spin;
  pthread_barrier_t barrier;
  sem_t sem;
} u;
static pthread_cond_t cond;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

int main(void) {
  pthread_mutexattr_t attr;
  struct timespec past = {1, 0};
  int rc;
  memset(&u, 0xa5, sizeof u);
  show("mutex", pthread_mutex_init(&u.mutex, NULL));
  show("  try", pthread_mutex_trylock(&u.mutex));
  show("  try", pthread_mutex_trylock(&u.mutex));
  memset(&cond, 0xa5, sizeof cond);
  show("cond", pthread_cond_init(&cond, NULL));
  while ((rc = pthread_cond_timedwait(&cond, &u.mutex, &past)) == 0) {}
  show("  wait", rc);
  show("  unlock", pthread_mutex_unlock(&u.mutex));
  pthread_cond_destroy(&cond);
  pthread_mutex_destroy(&u.mutex);
  memset(&attr, 0xa5, sizeof attr);
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  memset(&u, 0x5a, sizeof u);
  show("recursive mutex", pthread_mutex_init(&u.mutex, &attr));
  show("  try", pthread_mutex_trylock(&u.mutex));
  show("  try", pthread_mutex_trylock(&u.mutex));
  show("  unlock", pthread_mutex_unlock(&u.mutex));
  show("  unlock", pthread_mutex_unlock(&u.mutex));
  show("  unlock", pthread_mutex_unlock(&u.mutex));
  pthread_mutex_destroy(&u.mutex);
  show("semaphore", sem_init(&u.sem, 0, 1));
  show("  try", sem_trywait(&u.sem));
  show("  try", sem_trywait(&u.sem));
  sem_destroy(&u.sem);
  memset(&u, 0xff, sizeof u);
  show("read-write lock", pthread_rwlock_init(&u.rwlock, NULL));
  show("  read", pthread_rwlock_tryrdlock(&u.rwlock));
  show("  write", pthread_rwlock_trywrlock(&u.rwlock));
  show("  unlock", pthread_rwlock_unlock(&u.rwlock));
  pthread_rwlock_destroy(&u.rwlock);
  memset(&u, 0xff, sizeof u);
  show("spin lock", pthread_spin_init(&u.spin, PTHREAD_PROCESS_PRIVATE));
  show("  try", pthread_spin_trylock(&u.spin));
  show("  unlock", pthread_spin_unlock(&u.spin));
  pthread_spin_destroy(&u.spin);
  memset(&u, 0xff, sizeof u);
  show("barrier", pthread_barrier_init(&u.barrier, NULL, 1));
  show("  wait", pthread_barrier_wait(&u.barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  return 0;
}
