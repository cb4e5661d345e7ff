/* N threads give blocks to inodes, each inode and each block with a lock of its own, after the example of Flanagan and Godefroid (POPL
   2005): 32 inodes, 26 blocks. Up to 13 threads no two want the same block. */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 14
#endif
#define INODES 32
#define BLOCKS 26

static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES];
static bool busy[BLOCKS];

static void *work(void *arg) {
  int i = (int)(size_t)arg % INODES;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0) {
    int b = (i * 2) % BLOCKS;
    for (;;) {
      pthread_mutex_lock(&block_lock[b]);
      if (!busy[b]) {
        busy[b] = true;
        inode[i] = b + 1;
        pthread_mutex_unlock(&block_lock[b]);
        break;
      }
      pthread_mutex_unlock(&block_lock[b]);
      b = (b + 1) % BLOCKS;
    }
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
