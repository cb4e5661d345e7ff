/* A connection is sent on and closed by different threads, both under the lock; closing frees it but leaves the pointer.
 *
 * memory: unsafe. Close first, then send: the freed connection is written to.
 * race: safe, all under the mutex. leak: safe, close always frees. deadlock: safe, one lock. uninit: safe, set before.
 */
#include <pthread.h>
#include <stdlib.h>

struct connection {
  int sent;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct connection *connection;

static void *send_one(void *arg) {
  pthread_mutex_lock(&lock);
  connection->sent++;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *close_it(void *arg) {
  pthread_mutex_lock(&lock);
  free(connection);
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
