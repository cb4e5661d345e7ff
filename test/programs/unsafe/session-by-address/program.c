/* A session is known by its address. A worker remembers the session it has prepared an answer for, and sends the answer if the session is
 * still the current one. Meanwhile another thread replaces the session by a new one.
 *
 * assert: unsafe. The new session may lie where the old one was: the worker takes it for its own. Only with a re-used address.
 * race: safe, all under the lock. memory: safe, the remembered pointer is compared and not used. deadlock: safe, one lock.
 * leak: safe, main frees the last session. uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct session {
  int user;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session *current;

static struct session *begin(int user) {
  struct session *s = malloc(sizeof *s);
  s->user = user;
  return s;
}

static void *answer(void *arg) {
  pthread_mutex_lock(&lock);
  struct session *mine = current;
  int user = mine->user;
  pthread_mutex_unlock(&lock);
  /* the answer is prepared */
  pthread_mutex_lock(&lock);
  if (current == mine) assert(current->user == user);
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
