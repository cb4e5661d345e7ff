/* Inodes get blocks of a disk: N threads look for a free block under the lock of each block (AGSE, fsbench; the file system of the DPOR paper). Asserted: no block belongs to two
   inodes. From N = BLOCKS / 2 + 1 threads on, some look at the same blocks. With -DBAD a block is tested before its lock is taken. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#define INODES 4
#define BLOCKS 4

static pthread_mutex_t inodeLock[INODES], blockLock[BLOCKS];
static int inode[INODES];
static atomic_int isBusy[BLOCKS];

static int claim(int block) {
  int isFree;
#ifdef BAD
  isFree = !isBusy[block];
  pthread_mutex_lock(&blockLock[block]);
#else
  pthread_mutex_lock(&blockLock[block]);
  isFree = !isBusy[block];
#endif
  if (isFree) isBusy[block] = 1;
  pthread_mutex_unlock(&blockLock[block]);
  return isFree;
}

static void *write(void *arg) {
  int i = (int)(size_t)arg % INODES;
  pthread_mutex_lock(&inodeLock[i]);
  if (inode[i] == 0)
    for (int n = 0, block = (i * 2) % BLOCKS; n < BLOCKS; n++, block = (block + 1) % BLOCKS)
      if (claim(block)) {
        inode[i] = block + 1;
        break;
      }
  pthread_mutex_unlock(&inodeLock[i]);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < INODES; i++) pthread_mutex_init(&inodeLock[i], NULL);
  for (int i = 0; i < BLOCKS; i++) pthread_mutex_init(&blockLock[i], NULL);
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, write, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < INODES; i++)
    for (int k = 0; k < i; k++) assert(inode[i] == 0 || inode[i] != inode[k]);
  return 0;
}
