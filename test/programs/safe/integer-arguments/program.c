/* Arguments are integers cast to pointers, negative ones and large ones too; each thread returns a transformed one.
 *
 * assert: safe, the casts through intptr_t and uintptr_t keep the values. race: safe, nothing shared but by create and join.
 * overflow: safe, the arithmetic is unsigned. memory: safe, the pointers are never followed. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *negate(void *arg) { return (void *)(intptr_t)(-(int)(intptr_t)arg); }

static void *successor(void *arg) { return (void *)((uintptr_t)arg + 1); }

int main(void) {
  pthread_t t1, t2;
  void *r1, *r2;
  pthread_create(&t1, NULL, negate, (void *)(intptr_t)-7);
  pthread_create(&t2, NULL, successor, (void *)UINTPTR_MAX);
  pthread_join(t1, &r1);
  pthread_join(t2, &r2);
  assert((intptr_t)r1 == 7);
  assert(r2 == NULL);
  return 0;
}
