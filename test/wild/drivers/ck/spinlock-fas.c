/* Exclusion by ck's fetch-and-store lock. */
#include <ck_spinlock.h>

static ck_spinlock_fas_t lock = CK_SPINLOCK_FAS_INITIALIZER;

#define LOCK ck_spinlock_fas_lock(&lock)
#define UNLOCK ck_spinlock_fas_unlock(&lock)
#include "locks.h"
