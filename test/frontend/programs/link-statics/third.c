static long counter = 1000;
static double buffer = 0.5;
static int step(void) { static int calls = -1; return (int)(counter *= ++calls + 2); }
const char *const names[] = {"first", "second"};
static int third_static_helper(void) { return (int)(buffer * 4); }
int third_static(void) { return third_static_helper(); }
int third(int n) { return step() + step() + n; }
