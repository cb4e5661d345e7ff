/* RCU by quiescent states as it is meant. */
#define GRACE urcu_qsbr_synchronize_rcu()
#include "qsbr.h"
