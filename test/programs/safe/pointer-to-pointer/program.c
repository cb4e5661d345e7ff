/* Two buffers are swapped through pointers to the pointers to them, by two threads, under a lock.
 *
 * assert: safe, after two swaps everything is as before. race: safe, the pointers are touched under the mutex only.
 * memory: safe, both pointers always point to one of the two arrays. deadlock: safe. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int low[2] = {1, 2}, high[2] = {3, 4};
static int *front = low, *back = high;
static int **const slot[2] = {&front, &back};

static void *swap(void *arg) {
  pthread_mutex_lock(&lock);
  int *held = *slot[0];
  *slot[0] = *slot[1];
  *slot[1] = held;
  assert(**slot[0] + **slot[1] == 4);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, swap, NULL);
  pthread_create(&t2, NULL, swap, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(front == low && back == high && front[1] == 2);
  return 0;
}
