/* Inode and directory locks taken in opposite orders.
 *
 * deadlock: unsafe. rename holds the directory and wants the inode, unlink holds the inode and wants the directory.
 * race: safe, links is under both locks in both threads. assert: safe, one thread adds, one subtracts. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t directory = PTHREAD_MUTEX_INITIALIZER, inode = PTHREAD_MUTEX_INITIALIZER;
static int links = 1;

static void *do_rename(void *arg) {
  pthread_mutex_lock(&directory);
  pthread_mutex_lock(&inode);
  links++;
  pthread_mutex_unlock(&inode);
  pthread_mutex_unlock(&directory);
  return arg;
}

static void *do_unlink(void *arg) {
  pthread_mutex_lock(&inode);
  pthread_mutex_lock(&directory);
  links--;
  pthread_mutex_unlock(&directory);
  pthread_mutex_unlock(&inode);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, do_rename, NULL);
  pthread_create(&t2, NULL, do_unlink, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(links == 1);
  return 0;
}
