/* Spin locks: the owner's slot + 1 in the int. A spinning thread waits as for a mutex, so that a lock that is never released is a
 * deadlock. Misuse that glibc does not detect and POSIX leaves undefined is a violation.
 */
#include "objects.h"

/* The owner's slot + 1, or 0: only inside a section. */
static int owner_of(const pthread_spinlock_t *lock) {
  int owner = *lock;
  if (owner == -1) __rvl_error(RVL_INVALID_SYNC, "the spin lock was destroyed");
  return owner;
}

/* Makes the lock free. */
int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  (void)shared;
  __rvl_atomic_begin();
  __rvl_access_as(RVL_PLAIN, 0); /* as an assignment of the caller: no other thread may use the object yet */
  *lock = 0;
  __rvl_atomic_end();
  return 0;
}

/* A violation while the lock is held; using it afterwards also is. */
int pthread_spin_destroy(pthread_spinlock_t *lock) {
  __rvl_atomic_begin();
  if (owner_of(lock)) __rvl_error(RVL_DESTROY_BUSY, "the spin lock is still held");
  *lock = -1;
  __rvl_atomic_end();
  return 0;
}

static void take(pthread_spinlock_t *lock) {
  *lock = __rvl_slot() + 1;
  __rvl_acquire((void *)lock, 0);
  __rvl_lock_taken((void *)lock, 1);
}

/* Waits until the lock is free and takes it; relocking is a violation. */
int pthread_spin_lock(pthread_spinlock_t *lock) {
  __rvl_atomic_begin();
  int owner = owner_of(lock);
  if (owner == __rvl_slot() + 1) __rvl_error(RVL_SELF_DEADLOCK, "the thread locks a spin lock it already holds");
  if (owner) act_while_waiting();
  waits_for(owner - 1);
  __rvl_block_until(owner == 0, "spin lock", (void *)lock);
  take(lock);
  __rvl_atomic_end();
  return 0;
}

/* Takes the lock if it is free, else EBUSY. */
int pthread_spin_trylock(pthread_spinlock_t *lock) {
  __rvl_atomic_begin();
  int free = owner_of(lock) == 0;
  if (free) take(lock);
  __rvl_atomic_end();
  return free ? 0 : EBUSY;
}

/* Frees the lock; a violation if this thread does not hold it. */
int pthread_spin_unlock(pthread_spinlock_t *lock) {
  __rvl_atomic_begin();
  int owner = owner_of(lock);
  if (owner != __rvl_slot() + 1) __rvl_error(RVL_UNLOCK_NOT_HELD, owner ? "the spin lock is held by another thread" : "the spin lock is not locked");
  *lock = 0;
  __rvl_release((void *)lock, 0);
  __rvl_lock_dropped((void *)lock, 1);
  __rvl_atomic_end();
  return 0;
}
