/* Two threads set event bits in a shared word by an atomic or; the numbers of the events lead to the sign bit.
 *
 * assert: safe, an or by a single instruction loses nothing. race: safe, the word is atomic. Nothing blocks, no heap.
 * overflow: unsafe. 1 << 31 shifts into the sign bit of an int, which C leaves undefined (6.5.7p4); 1u << 31 would do.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint events;
static int first = 0, second = 31;

static void *announce(void *number) {
  atomic_fetch_or(&events, (unsigned)(1 << *(int *)number));
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, announce, &first);
  pthread_create(&t2, NULL, announce, &second);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(events == 0x80000001u);
  return 0;
}
