/* As idle-read-relaxed, but the write happens for one value of an input only, which no sample finds.
 *
 * race: unsafe for the input 1234567 (and the values that differ from it by what the multiplication loses: none, 3 is odd). The look
 * in an iteration that waits is ordered before the write by time alone.
 * assert: none. overflow: safe, the arithmetic is unsigned. deadlock: safe. No heap.
 */
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);

static atomic_int flag, go;
static int x;
static unsigned input;

static void *looker(void *arg) {
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
    int seen = x;
    (void)seen;
  }
  atomic_store_explicit(&go, 1, memory_order_relaxed);
  return arg;
}

static void *writer(void *arg) {
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  while (!atomic_load_explicit(&go, memory_order_relaxed));
  if (input * 3u + 1u == 1234567u * 3u + 1u) x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  input = __VERIFIER_nondet_uint();
  pthread_create(&a, NULL, looker, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
