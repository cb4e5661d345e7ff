/* A block is allocated for an inode under the inode's lock; another thread deletes what is not busy, under the lock of the bit (AGSE, timevarmutex). Which lock guards the block
   changes in time. Asserted: the allocating thread finds the block as it left it. With -DBAD the bit is set after the inode has its block. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t inodeLock = PTHREAD_MUTEX_INITIALIZER, busyLock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int block = 1;
static int inode, busy;

static void *allocate(void *arg) {
  pthread_mutex_lock(&inodeLock);
  if (inode == 0) {
#ifdef BAD
    block = 1;
    inode = 1;
    pthread_mutex_lock(&busyLock);
    busy = 1;
    pthread_mutex_unlock(&busyLock);
#else
    pthread_mutex_lock(&busyLock);
    busy = 1;
    pthread_mutex_unlock(&busyLock);
    block = 1;
    inode = 1;
#endif
  }
  assert(block == 1);
  pthread_mutex_unlock(&inodeLock);
  return arg;
}

static void *delete(void *arg) {
  pthread_mutex_lock(&busyLock);
  if (busy == 0) block = 0;
  pthread_mutex_unlock(&busyLock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, allocate, NULL);
  pthread_create(&b, NULL, delete, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
