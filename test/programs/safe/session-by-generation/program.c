/* A session is known by its address and a number that no other session ever had. A worker remembers both, and sends its answer if the session
 * is still the current one. Meanwhile another thread replaces the session by a new one, perhaps at the same address.
 *
 * assert: safe. Where the addresses are equal though the sessions are not, the numbers differ.
 * race: safe, all under the lock. memory: safe, the remembered pointer is compared and not used. deadlock: safe, one lock.
 * leak: safe, main frees the last session. uninit: safe. overflow: safe, two sessions.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct session {
  unsigned generation;
  int user;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session *current;
static unsigned generations;

static struct session *begin(int user) {
  struct session *s = malloc(sizeof *s);
  s->generation = ++generations;
  s->user = user;
  return s;
}

static void *answer(void *arg) {
  pthread_mutex_lock(&lock);
  struct session *mine = current;
  unsigned generation = mine->generation;
  int user = mine->user;
  pthread_mutex_unlock(&lock);
  /* the answer is prepared */
  pthread_mutex_lock(&lock);
  if (current == mine && current->generation == generation) assert(current->user == user);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *replace(void *arg) {
  pthread_mutex_lock(&lock);
  free(current);
  current = begin(2);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  current = begin(1);
  pthread_create(&a, NULL, answer, NULL);
  pthread_create(&b, NULL, replace, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(current);
  return 0;
}
