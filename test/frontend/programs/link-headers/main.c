// models: lp64
// also: deep.c
// flags: -DN=3 -Iinclude -include first.h
// Headers in sub-folders found by -I relative to the working directory, a forced one, a macro from the command line, and code in a header.
#include <stdio.h>
#include "deep/inner.h"
#include <deep/inner.h>

int main(void) {
  printf("%d %d %d %s\n", N, inner(N), FIRST, deep_name());
  return 0;
}
