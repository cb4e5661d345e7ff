/* A cache evicts a random entry while another thread uses one that it has found present a moment ago.
 *
 * memory: unsafe. The user sees entry 0 present, the evictor's random choice is 0, the user follows a null pointer.
 *   With any other choice, or another order, nothing happens.
 * race: safe, the entries are under the mutex. leak: safe, they are static. assert: safe, entry 0 holds 10.
 * deadlock: safe, one lock. overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value[2] = {10, 20};
static int *entry[2] = {&value[0], &value[1]};

static void *evict(void *arg) {
  int victim = rand() % 2;
  pthread_mutex_lock(&lock);
  entry[victim] = NULL;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *use(void *arg) {
  pthread_mutex_lock(&lock);
  int present = entry[0] != NULL;
  pthread_mutex_unlock(&lock);
  if (present) {
    pthread_mutex_lock(&lock);
    int found = *entry[0];
    pthread_mutex_unlock(&lock);
    assert(found == 10);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, evict, NULL);
  pthread_create(&t2, NULL, use, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
