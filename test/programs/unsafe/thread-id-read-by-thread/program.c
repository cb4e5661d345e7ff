/* A thread reads its own identifier from the variable that pthread_create writes for its creator.
 *
 * race: unsafe. POSIX lets pthread_create write the variable after the thread has started: "there is no requirement […] that the ID of the
 * created thread be available before the newly created thread starts executing". The read may come first.
 * assert: unsafe, the variable may still be zero. deadlock, memory: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t self;

static void *thread(void *arg) {
  assert(pthread_equal(self, pthread_self()));
  return arg;
}

int main(void) {
  pthread_create(&self, NULL, thread, NULL);
  pthread_join(self, NULL);
  return 0;
}
