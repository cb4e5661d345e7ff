/* Two threads take blocks from both ends of one pool, under the library's lock: the blocks do not overlap. */
#include <assert.h>
#include <memorypool.h>
#include <mhd_locks.h>
#include <string.h>

static struct MemoryPool *pool;
static MHD_mutex_ lock;

static void *worker(void *from_end) {
  char *blocks[2];
  for (int i = 0; i < 2; i++) {
    (void)MHD_mutex_lock_(&lock);
    blocks[i] = MHD_pool_allocate(pool, 5, from_end != NULL);
    (void)MHD_mutex_unlock_(&lock);
    assert(blocks[i] != NULL);
    memset(blocks[i], 'a' + i, 5);
  }
  assert(memcmp(blocks[0], "aaaaa", 5) == 0 && memcmp(blocks[1], "bbbbb", 5) == 0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  (void)MHD_mutex_init_(&lock);
  pool = MHD_pool_create(64);
  pthread_create(&thread, NULL, worker, NULL);
  worker(pool);
  pthread_join(thread, NULL);
  assert(MHD_pool_get_free(pool) == 0 && MHD_pool_allocate(pool, 1, false) == NULL);
  MHD_pool_destroy(pool);
  return 0;
}
