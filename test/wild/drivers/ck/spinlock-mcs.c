/* Exclusion by ck's queue lock of Mellor-Crummey and Scott. */
#include <ck_spinlock.h>

static ck_spinlock_mcs_t lock = CK_SPINLOCK_MCS_INITIALIZER;

#define LOCK                      \
  ck_spinlock_mcs_context_t node; \
  ck_spinlock_mcs_lock(&lock, &node)
#define UNLOCK ck_spinlock_mcs_unlock(&lock, &node)
#include "locks.h"
