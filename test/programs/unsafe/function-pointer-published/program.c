/* A driver's operation and its operand are replaced by two atomic stores; the caller loads them one after the other.
 *
 * assert: unsafe. The caller gets the new function with the old operand: half(9) instead of twice(9) or half(20).
 * race: safe, both are atomic. memory: safe, always one of the two functions. overflow: safe. Nothing blocks.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int twice(int x) { return 2 * x; }

static int half(int x) { return x / 2; }

static int (*_Atomic operation)(int) = twice;
static atomic_int operand = 9;

static void *replace(void *arg) {
  atomic_store(&operation, half);
  atomic_store(&operand, 20);
  return arg;
}

static void *call(void *arg) {
  int (*function)(int) = atomic_load(&operation);
  int result = function(atomic_load(&operand));
  assert(result == 18 || result == 10 || result == 40);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, replace, NULL);
  pthread_create(&t2, NULL, call, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
