#ifndef INNER_H
#define INNER_H
#include "beside.h"
static int inner(int n) { return n * BESIDE; }
const char *deep_name(void);
#endif
