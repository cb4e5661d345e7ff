/* The wait for readers is missing. */
#define GRACE (void)0
#include "epoch.h"
