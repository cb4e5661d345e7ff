struct record { char name[3]; double value; };
static int counter = 50;
static char buffer[3] = "xy";
static _Thread_local short local = 7;
static int step(void) { static int calls = 10; return counter -= ++calls; }
int shared[4] = {1, 2, 3, 4}, shared_size = sizeof shared / sizeof *shared;
struct { int x, y; } origin = {8, 9};
double ratio = 0.75;
extern int global;
int other(int n) {
  struct record r = {"ab", 2.5};
  global += buffer[1] + local + (int)r.value;
  return step() * n;
}
