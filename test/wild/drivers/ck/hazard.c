/* Hazard pointers used correctly: set, and then checked again. */
#define PROTECT(node)                                        \
  for (;;) {                                                 \
    ck_hp_set_fence(&records[0], 0, node);                   \
    struct node *again = ck_pr_load_ptr(&current);           \
    if (again == node) break;                                \
    node = again;                                            \
  }
#include "hazard.h"
