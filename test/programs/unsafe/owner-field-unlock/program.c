/* A recursive lock built on an owner word: taking it again is allowed when the owner word is one's own. The release
 * clears the depth before the owner, and forgets that the depth may be more than one.
 *
 * assert: unsafe. Thread 1 takes the lock twice and releases once (it should still hold it); thread 2 takes it; both are
 *   inside.
 * race: safe, every word is atomic. deadlock: safe, a failed attempt gives up. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int owner, depth, guests;

static int enter(int me) {
  int nobody = 0;
  if (atomic_load(&owner) != me && !atomic_compare_exchange_strong(&owner, &nobody, me)) return 0;
  atomic_fetch_add(&depth, 1);
  return 1;
}

static void leave(void) {
  atomic_store(&depth, 0);
  atomic_store(&owner, 0);
}

static void *visitor(void *arg) {
  int me = (int)(intptr_t)arg;
  if (!enter(me)) return NULL;
  assert(atomic_fetch_add(&guests, 1) == 0);
  if (enter(me)) leave();
  atomic_fetch_sub(&guests, 1);
  leave();
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, visitor, (void *)(intptr_t)1);
  pthread_create(&t2, NULL, visitor, (void *)(intptr_t)2);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
