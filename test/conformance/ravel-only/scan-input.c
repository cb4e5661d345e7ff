// inputs: 1 1 -7
// expect: 1 -7
// inputs: 2 1 -7
// expect: 1 -7
// inputs: 3 1 -7
// expect: 1 -7
// inputs: 4 1 -7
// expect: 1 -7
// inputs: 5 1 -7
// expect: 1 -7
// inputs: 6 1 -7
// expect: 1 -7
// inputs: 7 1 -7
// expect: 1 -7
// inputs: 8 1 -7
// expect: 1 -7
// inputs: 9 1 -7
// expect: 1 -7
// inputs: 10 1 -7
// expect: 1 -7
// inputs: 11 0 0
// expect: -1 5
// inputs: 12 0 1
// expect: 0 5
// What scanf reads from a stream, and how much of it, is an input.
#include <stdarg.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern int __isoc99_scanf(const char *, ...), __isoc99_fscanf(FILE *, const char *, ...), __isoc23_scanf(const char *, ...), __isoc23_fscanf(FILE *, const char *, ...);
extern int __isoc99_vscanf(const char *, va_list), __isoc99_vfscanf(FILE *, const char *, va_list);

static int by_list(int which, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int stored = which == 0 ? vscanf(format, arguments) : which == 1 ? vfscanf(stdin, format, arguments) : which == 2 ? __isoc99_vscanf(format, arguments) : __isoc99_vfscanf(stdin, format, arguments);
  va_end(arguments);
  return stored;
}

static void show(int stored, int n) { printf("%d %d\n", stored, n); }

int main(void) {
  int n = 5, stored = 0;
  switch (__VERIFIER_nondet_int()) {
    case 1: stored = scanf("%d", &n); break;
    case 2: stored = fscanf(stdin, "%d", &n); break;
    case 3: stored = __isoc99_scanf("%d", &n); break;
    case 4: stored = __isoc99_fscanf(stdin, "%d", &n); break;
    case 5: stored = __isoc23_scanf("%d", &n); break;
    case 6: stored = __isoc23_fscanf(stdin, "%d", &n); break;
    case 7: stored = by_list(0, "%d", &n); break;
    case 8: stored = by_list(1, "%d", &n); break;
    case 9: stored = by_list(2, "%d", &n); break;
    case 10: stored = by_list(3, "%d", &n); break;
    case 11: stored = scanf("%d", &n); break;
    case 12: stored = scanf("%d", &n); break;
  }
  show(stored, n);
  return 0;
}
