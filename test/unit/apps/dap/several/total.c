/* The second file of a program of two: adds to a total without a lock. */
#include "total.h"

static int total;

void add(int amount) {
  int before = total;
  total = before + amount;
}

int get_total(void) { return total; }
