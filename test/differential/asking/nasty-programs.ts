// Small programs whose inputs are hard for questions: wide and narrow ones, asked for before and after threads start, in several threads, in loops and sections; compared, stored in parts, used as indices, lengths, locks and callees.
// Per program: values that matter for its inputs, and conditions to ask for at each of its lines.

export interface NastyProgram {
  readonly name: string;
  readonly text: string;
  readonly domain: readonly bigint[];
  readonly conditions: readonly string[];
}

const header = `#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void); extern long __VERIFIER_nondet_long(void); extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void); extern void __VERIFIER_assume(int);
static _Atomic int x, y;
static int g;
`;

const start = "pthread_t t; pthread_create(&t, 0, work, 0);";
const end = "pthread_join(t, 0);";

const program = (name: string, body: string, domain: readonly number[], conditions: readonly string[]): NastyProgram => ({
  name,
  text: `${header}${body}`,
  domain: domain.map(BigInt),
  conditions,
});

export const nastyPrograms: readonly NastyProgram[] = [
  program(
    "a number that the other thread must guess",
    `static void *work(void *p) {
  x = __VERIFIER_nondet_int();
  return p;
}
int main(void) {
  int secret = __VERIFIER_nondet_int();
  ${start}
  if (x == secret)
    y = 1;
  ${end}
  assert(y == 0 || secret != 12345);
  return 0;
}
`,
    [0, 1, 12345],
    ["y == 1", "y == 1 && secret == 12345", "x == secret && y == 0", "secret > 12345 && y"],
  ),
  program(
    "wraps around",
    `static void *work(void *p) {
  unsigned u = __VERIFIER_nondet_uint();
  x = (int)(u + 10u);
  if (u + 10u < 10u)
    y = 1;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 1, 4294967286, 4294967295],
    ["y == 1", "y == 1 && x > 9", "u > 4294967290u && x < 5", "x == 5 && !y"],
  ),
  program(
    "a char is signed",
    `static void *work(void *p) {
  char c = __VERIFIER_nondet_char();
  x = c;
  y = (unsigned char)c;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 1, 127, 128, 255],
    ["x < 0", "x != y", "x + 256 == y", "y > 255", "x == 128", "x < 0 && y < 128"],
  ),
  program(
    "a short of an int",
    `static void *work(void *p) {
  int k = __VERIFIER_nondet_int();
  short s = (short)k;
  x = s;
  if (s != k)
    y = 1;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 40000, 65536, -1],
    ["x == 0 && y == 1", "x > 32767", "y && k == x", "x == -25536 && k == 40000"],
  ),
  program(
    "asked for in a loop",
    `static void *work(void *p) {
  for (int i = 0; i < 2; i++) {
    int k = __VERIFIER_nondet_int();
    x = x + (k > 3);
  }
  return p;
}
int main(void) {
  ${start}
  y = x;
  ${end}
  assert(x <= 2);
  return 0;
}
`,
    [0, 3, 4],
    ["x == 2", "x == 3", "y == 1 && x == 2", "i == 1 && k == 4", "i == 2"],
  ),
  program(
    "a loop bounded by an input",
    `static void *work(void *p) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 4);
  for (int i = 0; i < n; i++)
    x = x + 1;
  return p;
}
int main(void) {
  ${start}
  y = x;
  ${end}
  return 0;
}
`,
    [0, 1, 2, 3, 4],
    ["x == 3", "x == 4", "y == 2 && x == 3", "n == 4", "n == 2 && x == 2"],
  ),
  program(
    "a loop that an input ends",
    `static void *work(void *p) {
  while (__VERIFIER_nondet_int() != 7)
    x = x < 2 ? x + 1 : 0;
  y = 1;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 7],
    ["x == 2 && y", "x == 3", "y == 1"],
  ),
  program(
    "an element of an array",
    `static int a[3] = { 5, 6, 7 };
static void *work(void *p) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 3)
    x = a[i];
  return p;
}
int main(void) {
  a[1] = 9;
  ${start}
  a[2] = 4;
  ${end}
  return 0;
}
`,
    [0, 1, 2, 3],
    ["x == 6", "x == 9", "x == 7 && a[2] == 4", "x == 4", "i < 3 && a[i] == 4", "x == 5 && i"],
  ),
  program(
    "outside of an array",
    `static int a[4];
static void *work(void *p) {
  int i = __VERIFIER_nondet_int();
  if (i <= 4 && i >= 0)
    a[i] = 1;
  x = 1;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 3, 4, -1],
    ["a[3] == 1", "x == 1 && i == 4", "a[0] + a[1] + a[2] + a[3] == 2"],
  ),
  program(
    "divides",
    `static void *work(void *p) {
  int d = __VERIFIER_nondet_int();
  x = 100 / d;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 1, 3, -1, 100],
    ["x == 33", "x == 51", "x == -100", "d == 0", "d == 0 && x"],
  ),
  program(
    "overflows",
    `static void *work(void *p) {
  int k = __VERIFIER_nondet_int();
  if (k > INT_MAX - 2)
    x = k + 2;
  y = 1;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 2147483646, 2147483647],
    ["y == 1 && k == 2147483646", "x < 0", "x > 0"],
  ),
  program(
    "shifts",
    `static void *work(void *p) {
  unsigned s = __VERIFIER_nondet_uint();
  if (s < 32)
    x = (int)(1u << s);
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 1, 31, 32],
    ["x < 0", "x == 3", "x && (x & (x - 1))", "x == 2", "x == (1 << s)"],
  ),
  program(
    "which mutex",
    `static pthread_mutex_t m[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static void *work(void *p) {
  int i = __VERIFIER_nondet_int() & 1;
  pthread_mutex_lock(&m[i]);
  g = g + 1;
  pthread_mutex_unlock(&m[i]);
  return p;
}
int main(void) {
  ${start}
  pthread_mutex_lock(&m[0]);
  g = g + 1;
  pthread_mutex_unlock(&m[0]);
  ${end}
  return 0;
}
`,
    [0, 1],
    ["g == 1", "g == 2", "g == 3"],
  ),
  program(
    "a lock that an input leaves taken",
    `static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p) {
  pthread_mutex_lock(&m);
  if (__VERIFIER_nondet_int() != 99)
    pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  ${start}
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  ${end}
  return 0;
}
`,
    [0, 99],
    ["x == 1"],
  ),
  program(
    "waits for a value",
    `static void *work(void *p) {
  x = __VERIFIER_nondet_int();
  return p;
}
int main(void) {
  ${start}
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(x == 3);
  y = 1;
  __VERIFIER_atomic_end();
  ${end}
  return 0;
}
`,
    [0, 3],
    ["y == 1", "y == 1 && x != 3", "x == 3 && !y"],
  ),
  program(
    "a pointer to one of two",
    `static int a, b;
static void *work(void *p) {
  int *q = __VERIFIER_nondet_int() > 10 ? &a : &b;
  *q = 1;
  x = 1;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return a + b;
}
`,
    [0, 10, 11],
    ["a == 1", "b == 1", "a && b", "x && !a && !b", "*q == 1", "q == &a && b"],
  ),
  program(
    "a field through a pointer",
    `struct node { char tag; int value; struct node *next; };
static struct node one, two;
static void *work(void *p) {
  struct node *n = &one;
  n->value = __VERIFIER_nondet_int();
  n->tag = (char)n->value;
  n->next = n->value < 0 ? &two : 0;
  x = 1;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, -1, 300, 128],
    ["one.tag == one.value", "one.value == 300 && one.tag == 44", "one.next && one.value >= 0", "x && one.next == &two", "one.next->value"],
  ),
  program(
    "bit-fields",
    `static struct { unsigned a : 3; int b : 4; unsigned c : 25; } f;
static void *work(void *p) {
  int k = __VERIFIER_nondet_int();
  f.a = (unsigned)k;
  f.b = k;
  x = f.a + f.b;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 7, 8, 15, -1],
    ["f.a == 8", "f.b == 8", "f.b == -1 && f.a == 7", "x == 14", "x == 15", "f.b < 0 && f.a == 0", "f.c"],
  ),
  program(
    "bytes of a word",
    `static union { int word; unsigned char byte[4]; } u;
static void *work(void *p) {
  u.word = __VERIFIER_nondet_int();
  u.byte[1] = 0x42;
  x = u.word;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 255, 65536, -1],
    ["x == 0x4200", "x == 0x10000", "(x & 0xff00) != 0x4200 && x", "x == -1", "u.byte[0] == 255 && x > 0"],
  ),
  program(
    "a copy of a struct",
    `struct pair { int a; short b; char c; };
static struct pair from, to;
static void *work(void *p) {
  from.a = __VERIFIER_nondet_int();
  from.b = __VERIFIER_nondet_short();
  to = from;
  x = to.a;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 5, -3],
    ["to.a == 5 && to.b == -3", "to.a != from.a", "x && to.a != x", "to.b == 40000"],
  ),
  program(
    "two inputs that must differ",
    `static void *work(void *p) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a != b);
  x = a;
  y = b;
  return p;
}
int main(void) {
  ${start}
  ${end}
  assert(x != y || x == 0);
  return 0;
}
`,
    [0, 1, 2],
    ["x == y", "x == y && x", "x == 1 && y == 2", "a == b"],
  ),
  program(
    "an input is dead after a branch",
    `static void *work(void *p) {
  int k = __VERIFIER_nondet_int();
  if (k > 0)
    x = 1;
  else
    x = 2;
  k = 0;
  y = x;
  return p;
}
int main(void) {
  ${start}
  x = 3;
  ${end}
  return 0;
}
`,
    [0, 1, -1],
    ["y == 1", "y == 2", "y == 3", "y == 4", "k > 0 && x == 2", "k < 0 && x == 1"],
  ),
  program(
    "an input of main that a thread changes",
    `static void *work(void *p) {
  *(int *)p = *(int *)p + 1;
  return p;
}
int main(void) {
  int k = __VERIFIER_nondet_int();
  pthread_t t;
  pthread_create(&t, 0, work, &k);
  pthread_join(t, 0);
  x = k;
  assert(x != 5);
  return 0;
}
`,
    [0, 4, 5, 2147483647],
    ["x == 5", "k == 5 && x == 0", "x == k + 1", "k == 2147483647"],
  ),
  program(
    "passed as the argument of a thread",
    `static void *work(void *p) {
  x = (int)(long)p;
  return p;
}
int main(void) {
  int k = __VERIFIER_nondet_int();
  pthread_t t;
  pthread_create(&t, 0, work, (void *)(long)k);
  y = k / 2;
  pthread_join(t, 0);
  return 0;
}
`,
    [0, 1, 6, -2],
    ["x == 6 && y == 3", "x == 6 && y == 4", "y * 2 == x && x", "y > x"],
  ),
  program(
    "a callee that an input chooses",
    `static void one(void) { x = 1; }
static void two(void) { x = 2; }
static void *work(void *p) {
  void (*f)(void) = __VERIFIER_nondet_int() < 5 ? one : two;
  f();
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 5],
    ["x == 1", "x == 2", "x == 3"],
  ),
  program(
    "a switch",
    `static void *work(void *p) {
  switch (__VERIFIER_nondet_int()) {
    case 10: x = 1; break;
    case 20: x = 2; break;
    case -30: x = 3; break;
    default: x = 4;
  }
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 10, 20, -30],
    ["x == 1", "x == 2", "x == 3", "x == 4", "x == 5"],
  ),
  program(
    "recursion",
    `static int down(int n) { return n <= 0 ? 0 : 1 + down(n - 1); }
static void *work(void *p) {
  int n = __VERIFIER_nondet_int();
  if (n < 3)
    x = down(n);
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 1, 2, 3, -5],
    ["x == 2", "x == 3", "n < 0 && x"],
  ),
  program(
    "an allocation",
    `static void *work(void *p) {
  int *q = malloc(sizeof *q);
  *q = __VERIFIER_nondet_int();
  if (*q == 8)
    free(q);
  x = *q;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 8],
    ["x == 8", "x == 7", "*q == 8"],
  ),
  program(
    "compare and exchange",
    `static void *work(void *p) {
  int old = __VERIFIER_nondet_int();
  if (__atomic_compare_exchange_n((int *)&x, &old, 9, 0, 5, 5))
    y = 1;
  return p;
}
int main(void) {
  ${start}
  x = 4;
  ${end}
  return 0;
}
`,
    [0, 4, 9],
    ["x == 9", "x == 9 && !y", "x == 4 && y", "old == 4 && !y", "x == 0 && y"],
  ),
  program(
    "fetch and add",
    `static void *work(void *p) {
  int k = __VERIFIER_nondet_int();
  int before = __atomic_fetch_add((int *)&x, k, 5);
  y = before;
  return p;
}
int main(void) {
  ${start}
  __atomic_fetch_add((int *)&x, 10, 5);
  ${end}
  return 0;
}
`,
    [0, 5, -10],
    ["x == 0 && y == 10", "x == 15", "y == 10 && x != 10 + k", "y == 5"],
  ),
  program(
    "a section",
    `static void *work(void *p) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_atomic_begin();
  x = k;
  y = k;
  __VERIFIER_atomic_end();
  return p;
}
int main(void) {
  ${start}
  g = x == y;
  ${end}
  return 0;
}
`,
    [0, 1],
    ["x != y", "x == 1 && g == 0", "x == k && k"],
  ),
  program(
    "an input inside a section",
    `static void *work(void *p) {
  __VERIFIER_atomic_begin();
  int k = __VERIFIER_nondet_int();
  if (k > 5)
    x = k;
  __VERIFIER_atomic_end();
  return p;
}
int main(void) {
  ${start}
  y = x;
  ${end}
  return 0;
}
`,
    [0, 5, 6],
    ["y > 0 && y < 6", "y == 6", "y != x && y", "x == 6 && !y"],
  ),
  program(
    "a condition variable",
    `static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *work(void *p) {
  pthread_mutex_lock(&m);
  g = __VERIFIER_nondet_int();
  if (g > 0)
    pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  ${start}
  pthread_mutex_lock(&m);
  while (g == 0)
    pthread_cond_wait(&c, &m);
  x = 1;
  pthread_mutex_unlock(&m);
  ${end}
  return 0;
}
`,
    [0, 1, -1],
    ["x == 1 && g == 0", "x == 1 && g < 0", "x == 1"],
  ),
  program(
    "a long input",
    `static long long wide;
static void *work(void *p) {
  long k = __VERIFIER_nondet_long();
  if (k > 0 && k < 1000)
    wide = k * 1000;
  x = 1;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 5, 999, 1000],
    ["wide == 5000", "wide == 5001", "wide > 999000", "x && k == 999 && wide == 0"],
  ),
  program(
    "a truth value",
    `static _Bool b;
static void *work(void *p) {
  b = __VERIFIER_nondet_int();
  x = b;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 1, 2, 256],
    ["x == 1", "x == 2", "b == 2", "x && !b", "b + b == 2"],
  ),
  program(
    "a double of an input",
    `static double d;
static void *work(void *p) {
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < 3)
    d = k / 2.0;
  x = 1;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 1, 2, 3],
    ["d == 0.5", "d == 0.25", "x && d > 1.0"],
  ),
  program(
    "two threads of the same code",
    `static void *work(void *p) {
  int k = __VERIFIER_nondet_int();
  x = x + k;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 7);
  return 0;
}
`,
    [0, 3, 4],
    ["x == 7", "k == 3 && x == 7", "x == 2 * k && k"],
  ),
  program(
    "a thread that an input starts",
    `static void *work(void *p) {
  x = 1;
  return p;
}
int main(void) {
  pthread_t t;
  int k = __VERIFIER_nondet_int();
  if (k == 42)
    pthread_create(&t, 0, work, 0);
  y = x;
  if (k == 42)
    pthread_join(t, 0);
  return 0;
}
`,
    [0, 42],
    ["y == 1", "x == 1", "y == 1 && k != 42", "x && k == 42 && !y"],
  ),
  program(
    "an exit that an input chooses",
    `static void *work(void *p) {
  x = 1;
  return p;
}
int main(void) {
  ${start}
  if (__VERIFIER_nondet_int() == 77)
    exit(0);
  y = 1;
  ${end}
  return 0;
}
`,
    [0, 77],
    ["x == 1 && !y", "y == 1 && x == 1"],
  ),
  program(
    "texts",
    `static char s[4];
static void *work(void *p) {
  s[0] = __VERIFIER_nondet_char();
  s[1] = 'b';
  x = s[0] == 'a' && strcmp(s, "ab") == 0;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 97, 98],
    ["x == 1", "s[0] == 'a' && x", "x && s[0] == 'b'"],
  ),
  program(
    "a local that is live only for the question",
    `static void *work(void *p) {
  int k = __VERIFIER_nondet_int();
  int m = k * 2 + 1;
  x = 1;
  y = m & 1;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 1, 3, -1],
    ["y == 0 && x", "m == 7", "m == 8", "k == 3 && x", "m == -1 && k == -1"],
  ),
  program(
    "the same name in two frames",
    `static void set(int k) { x = k; }
static void *work(void *p) {
  int k = __VERIFIER_nondet_int();
  set(k + 1);
  y = k;
  return p;
}
int main(void) {
  ${start}
  ${end}
  return 0;
}
`,
    [0, 1, 2],
    ["k == 1 && x == 2", "x == k", "x == k && k", "y == x && y"],
  ),
];
