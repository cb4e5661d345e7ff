/* The second look is missing: the node may have been handed over before its hazard pointer was set. */
#define PROTECT(node) ck_hp_set_fence(&records[0], 0, node)
#include "hazard.h"
