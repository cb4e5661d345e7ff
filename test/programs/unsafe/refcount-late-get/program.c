/* A session is looked up under the table lock, but its reference is taken after the lock is released.
 *
 * memory: unsafe. Between unlock and get the closer removes the session, drops the last reference and frees it.
 * race: safe. The count and the payload are touched under the session table's lock only (by get, put and the user).
 * assert: safe, a live session has at least one reference when used. leak: safe: the closer's put frees, or the user's.
 * deadlock: safe, one lock, never nested. uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct session {
  int references;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session *table;

static void get(struct session *s) {
  pthread_mutex_lock(&lock);
  s->references++;
  assert(s->references > 0);
  pthread_mutex_unlock(&lock);
}

static void put(struct session *s) {
  pthread_mutex_lock(&lock);
  int last = --s->references == 0;
  pthread_mutex_unlock(&lock);
  if (last) free(s);
}

static void *closer(void *arg) {
  pthread_mutex_lock(&lock);
  struct session *s = table;
  table = NULL;
  int last = --s->references == 0;
  if (last) free(s);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *user(void *arg) {
  pthread_mutex_lock(&lock);
  struct session *s = table;
  pthread_mutex_unlock(&lock);
  if (s != NULL) {
    get(s);
    put(s);
  }
  return arg;
}

int main(void) {
  table = malloc(sizeof *table);
  table->references = 1;
  pthread_t t1, t2;
  pthread_create(&t1, NULL, closer, NULL);
  pthread_create(&t2, NULL, user, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
