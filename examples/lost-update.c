/* Two threads count visitors. `visitors++` is a read and a write: a thread that comes between the two is not counted.
 *
 *   ravel check examples/lost-update.c
 *
 * race-fixed.c is the same program with a lock.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int visitors;

static void *door(void *unused) {
  visitors++;
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
