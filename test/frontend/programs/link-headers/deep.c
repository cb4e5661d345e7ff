#include "deep/inner.h"
const char *deep_name(void) { return N == 3 ? "three" : "other"; }
