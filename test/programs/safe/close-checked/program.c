/* The same connection, but closing clears the pointer and sending checks it.
 *
 * memory: safe, null is checked under the lock. race: safe, all under the mutex. leak: safe, freed exactly once.
 * deadlock: safe, one lock, released on every path. assert: safe, sent is 0 or 1.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct connection {
  int sent;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct connection *connection;

static void *send_one(void *arg) {
  pthread_mutex_lock(&lock);
  if (connection == NULL) goto out;
  connection->sent++;
  assert(connection->sent == 1);
out:
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *close_it(void *arg) {
  pthread_mutex_lock(&lock);
  free(connection);
  connection = NULL;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  connection = malloc(sizeof *connection);
  connection->sent = 0;
  pthread_t t1, t2;
  pthread_create(&t1, NULL, send_one, NULL);
  pthread_create(&t2, NULL, close_it, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
