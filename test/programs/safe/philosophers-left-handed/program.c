/* Three dining philosophers; the last one picks up the forks in the other order.
 *
 * deadlock: safe, forks are always taken in ascending order. assert: safe, a fork in use belongs to its eater.
 * race: safe, user[] entries are written under the fork's lock. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define N 3

static pthread_mutex_t fork_lock[N];
static int user[N];

static void *dine(void *arg) {
  int me = (int)(intptr_t)arg, low = me, high = me + 1;
  if (me == N - 1) {
    low = 0;
    high = me;
  }
  pthread_mutex_lock(&fork_lock[low]);
  pthread_mutex_lock(&fork_lock[high]);
  user[low] = user[high] = me;
  assert(user[low] == me && user[high] == me);
  pthread_mutex_unlock(&fork_lock[high]);
  pthread_mutex_unlock(&fork_lock[low]);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&fork_lock[i], NULL);
  for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], NULL, dine, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < N; i++) pthread_mutex_destroy(&fork_lock[i]);
  return 0;
}
