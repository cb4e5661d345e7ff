#include "shared.h"
int quick(int x) { return x - 1; }
int second(int x) { return squared(x) + cubed(x) + plain(x) + quick(x) + counted(); }
