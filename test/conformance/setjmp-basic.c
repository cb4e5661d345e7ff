// setjmp and longjmp: zero the first time, then the value (one for zero), through several frames, repeatedly; volatile locals
// keep their changes; sigsetjmp and siglongjmp.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf point;
static sigjmp_buf signal_point;
static int depth_reached;

static void descend(int depth, int value) {
  depth_reached = depth;
  if (depth == 3) longjmp(point, value);
  if (depth < 3) descend(depth + 1, value);
  printf("not reached\n");
}

static int attempt(int value) {
  switch (setjmp(point)) {
    case 0:
      descend(0, value);
      return -1;
    case 1:
      return 100;
    case 5:
      return 500;
    default:
      return 900;
  }
}

int main(void) {
  static const int values[] = {5, 1, 0, -3};
  for (int i = 0; i < 4; i++) {
    depth_reached = -1;
    printf("longjmp with %d: %d", values[i], attempt(values[i]));
    printf(", depth %d\n", depth_reached);
  }

  volatile int rounds = 0;
  if (setjmp(point) < 4) {
    rounds++;
    printf("round %d\n", rounds);
    longjmp(point, rounds + 1);
  }
  printf("rounds %d\n", rounds);

  volatile int tries = 0;
  switch (sigsetjmp(signal_point, 1)) {
    case 0: printf("sigsetjmp first\n"); break;
    case 41: printf("sigsetjmp 41\n"); break;
    default: printf("sigsetjmp another\n"); break;
  }
  if (tries++ < 2) siglongjmp(signal_point, 40 + tries);
  if (_setjmp(point) != 0) {
    printf("arrived\n");
  } else {
    printf("jump\n");
    _longjmp(point, 2);
  }
  printf("end after %d\n", tries);
  return 0;
}
