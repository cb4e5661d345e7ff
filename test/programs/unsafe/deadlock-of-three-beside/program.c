/* Three workers take three locks in a circle, and a fourth counts.
 *
 * deadlock: unsafe. Each of the three may hold one lock and wait for the next one's; the counter needs none of theirs.
 * assert: safe, there is none. race: safe, the count is atomic. No heap, small numbers.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static const int numbers[3] = {0, 1, 2};
static atomic_int count;

static void *work(void *arg) {
  int i = *(const int *)arg;
  pthread_mutex_lock(&locks[i]);
  pthread_mutex_lock(&locks[(i + 1) % 3]); /* the next one's */
  pthread_mutex_unlock(&locks[(i + 1) % 3]);
  pthread_mutex_unlock(&locks[i]);
  return NULL;
}

static void *tick(void *arg) {
  atomic_fetch_add(&count, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 3; i++) pthread_create(&t, NULL, work, (void *)&numbers[i]);
  pthread_create(&t, NULL, tick, NULL);
  pthread_exit(NULL); /* waits for all */
}
