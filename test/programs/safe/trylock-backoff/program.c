/* Opposite lock orders made harmless: the second lock is only tried, and on failure the first is given back.
 *
 * deadlock: safe. No thread blocks while holding a lock, except the left thread, whom the right one never makes wait for
 *   long. assert: safe: a counted transfer happened under both locks. race: safe, moved under both locks. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static void *left(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  moved++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void *right(void *arg) {
  for (int attempt = 0; attempt < 2; attempt++) {
    pthread_mutex_lock(&b);
    if (pthread_mutex_trylock(&a) == 0) {
      moved++;
      pthread_mutex_unlock(&a);
      pthread_mutex_unlock(&b);
      break;
    }
    pthread_mutex_unlock(&b);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, left, NULL);
  pthread_create(&t2, NULL, right, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(moved == 1 || moved == 2);
  return 0;
}
