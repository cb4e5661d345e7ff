/* A variadic trace function appends its arguments to a shared record under a lock, several at a time.
 *
 * assert: safe. The groups of the two threads never mix: after a 1 comes its 10, after a 2 its 20 and 21.
 * race: safe, the record is under the mutex or after the joins. memory: safe, five entries in eight. deadlock: safe.
 * uninit: safe, only entries below length are read. leak, overflow: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int record[8], length;

static void trace(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  pthread_mutex_lock(&lock);
  for (int i = 0; i < count; i++) record[length++] = va_arg(arguments, int);
  pthread_mutex_unlock(&lock);
  va_end(arguments);
}

static void *first(void *arg) {
  trace(2, 1, 10);
  return arg;
}

static void *second(void *arg) {
  trace(3, 2, 20, 21);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(length == 5);
  for (int i = 0; i < length; i++) {
    if (record[i] == 1) assert(record[i + 1] == 10);
    if (record[i] == 2) assert(record[i + 1] == 20 && record[i + 2] == 21);
  }
  return 0;
}
