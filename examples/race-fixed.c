/* lost-update.c with a lock around the counter: whatever the order, two visitors are two visitors.
 *
 *   ravel check examples/race-fixed.c
 *
 * The answer is not "no failure was seen" but "there is none": every interleaving is covered.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int visitors;

static void *door(void *unused) {
  pthread_mutex_lock(&lock);
  visitors++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t front, back;
  pthread_create(&front, NULL, door, NULL);
  pthread_create(&back, NULL, door, NULL);
  pthread_join(front, NULL);
  pthread_join(back, NULL);
  assert(visitors == 2);
  return 0;
}
