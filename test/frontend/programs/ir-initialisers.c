// models: lp64
// Initialisers of static objects: addresses of elements and members, negative offsets, functions, strings, designators, unions, nested
// and partial ones, compound literals, casts of pointers to integers, enum constants, wide strings, and a linked ring.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum level { LOW = 3, MIDDLE, HIGH = 1 << 10 };
struct node { struct node *next, *previous; const char *name; int value; };
struct shape { union { int i; float f; char bytes[6]; } u; enum level level; struct { short x, y; } at[3]; };

static int numbers[10] = {[2] = 20, 21, [7 ... 9] = 70, [0] = 5};
static int *middle = &numbers[5], *last = numbers + 9, *before = &numbers[9] - 4;
static int **indirect = &middle;
static char text[] = "static text", *tail = text + 7, exact[4] = "abcd";
static const char *const names[] = {[LOW] = "low", [MIDDLE] = "middle"};
static struct node a, b, c;
static struct node a = {&b, &c, "a", 1}, b = {&c, &a, "b", 2}, c = {&a, &b, "c", 3};
static struct shape shapes[] = {{.u.f = 1.5f, .level = HIGH, .at[1] = {3, 4}}, {.u = {.bytes = "xyz"}, LOW, {{1}, {.y = 2}}}, {{7}}};
static short *inside = &shapes[1].at[1].y;
static uintptr_t as_integer = (uintptr_t)&shapes[0].at[2];
static ptrdiff_t distance = offsetof(struct shape, at[2].y) - 1;
static int *literal = (int[]){9, 8, 7};
static struct node *fresh = &(struct node){.name = "literal", .value = 42};
static int matrix[2][3] = {{1}, {4, 5}}, (*row)[3] = &matrix[1];
static double reals[] = {1e-3, -0.0, 0x1.8p3, 1 / 3.0}, *real = &reals[2];
static const wchar_t wide[] = L"w\x263a";
static long long large = 1LL << 40 | HIGH, negative = -LOW;
static unsigned char truth = !0 + (LOW < HIGH);
static void *self = &self;
static float narrow = 16777217;

static int add(int x, int y) { return x + y; }
static int subtract(int x, int y) { return x - y; }
static int (*const operations[])(int, int) = {add, subtract, [3] = &add};
static struct { const char *name; int (*run)(int, int); int arguments[2]; } commands[] = {{"add", add, {1, 2}}, {"subtract", subtract, {[1] = 5}}};

int main(void) {
  for (int i = 0; i < 10; i++) printf("%d ", numbers[i]);
  printf("\n%d %d %d %d\n", (int)(middle - numbers), *last, *before, *indirect == &numbers[5]);
  printf("%s %.4s %s %d\n", tail, exact, names[MIDDLE], names[0] == NULL);
  struct node *n = &a;
  for (int i = 0; i < 7; i++, n = i % 2 ? n->next : n->previous) printf("%s%d ", n->name, n->value);
  printf("\n%g %d %d %d\n", shapes[0].u.f, shapes[0].level, shapes[0].at[1].y, shapes[0].at[0].x);
  printf("%s %d %d %d %d\n", shapes[1].u.bytes, shapes[1].level, shapes[1].at[0].x, *inside, shapes[2].u.i);
  printf("%d %d\n", (int)(as_integer - (uintptr_t)shapes), (int)distance);
  literal[1]++;
  fresh->value++;
  printf("%d %s %d %d\n", literal[1], fresh->name, fresh->value, (*row)[1]);
  printf("%g %g %g %d\n", reals[0], reals[3], *real, __builtin_signbit(reals[1]) != 0);
  printf("%d %x %d\n", (int)(sizeof wide / sizeof *wide), (unsigned)wide[1], (int)sizeof text);
  printf("%lld %lld %d %d %.1f\n", large, negative, truth, self == &self, narrow);
  printf("%d %d %d\n", operations[0](4, 5), operations[1](4, 5), operations[2] == NULL);
  printf("%s %d\n", commands[1].name, commands[0].run(commands[0].arguments[0], commands[0].arguments[1]));
  static int count;
  static int *where = &count;
  for (int i = 0; i < 3; i++) {
    static int kept = 5;
    *where += kept++;
  }
  printf("%d\n", count);
  return 0;
}
