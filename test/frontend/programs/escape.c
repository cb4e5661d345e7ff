// A local of main whose address reaches another thread by way WAY; both then write it without a lock. Every way must be found
// as a data race: a local wrongly taken for private would make the program look safe.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct box { int pad; int *p; };
struct nest { struct { struct box b[2]; } in; };
union pun { int *p; uintptr_t u; char bytes[sizeof(int *)]; };

static pthread_t thread;
static int *global;
static int **indirect;
static _Thread_local int *local_pointer;

static void *writer(void *p) { *(int *)p = 1; return 0; }
static void *field_writer(void *b) { *((struct box *)b)->p = 1; return 0; }
static void *global_writer(void *n) { (void)n; *global = 1; return 0; }
static void *indirect_writer(void *n) { (void)n; **indirect = 1; return 0; }
static void *array_writer(void *a) { *((int **)a)[1] = 1; return 0; }
static void spawn(void *(*f)(void *), void *a) { pthread_create(&thread, 0, f, a); }
static int *same(int *p) { return p; }
static int *choose(int c, int *p, int *q) { return c ? p : q; }
static void put(int **to, int *p) { *to = p; }
static void fill(struct box *b, int *p) { b->p = p; }
static struct box wrap(int *p) { return (struct box){0, p}; }
static void by_value(struct box b) { spawn(writer, b.p); }
static void call(void (*f)(int *), int *p) { f(p); }
static void start(int *p) { spawn(writer, p); }
static void variadic(int n, ...) {
  va_list list;
  va_start(list, n);
  int *p = 0;
  while (n--) p = va_arg(list, int *);
  va_end(list);
  start(p);
}
static void recurse(int depth, int *p) { if (depth) recurse(depth - 1, p); else start(p); }
static void odd(int n, int *p);
static void even(int n, int *p) { if (n) odd(n - 1, p); else global = p; }
static void odd(int n, int *p) { if (n) even(n - 1, p); }
static void parameter(int x) {
  start(&x);
  x = 2;
  pthread_join(thread, 0);
}
static void struct_parameter(struct nest n) {
  start(&n.in.b[1].pad);
  n.in.b[1].pad = 2;
  pthread_join(thread, 0);
}
static int keep(const void *p, const void *q) { global = (int *)(p < q ? p : q); return 0; }
#if WAY == 38
static _Thread_local int per_thread;
#endif

int main(void) {
  int x = 0, other = 0;
#if WAY == 1
  start(&x);
#elif WAY == 2
  struct box b;
  b.p = &x;
  spawn(field_writer, &b);
#elif WAY == 3
  int *a[2] = {0, &x};
  spawn(array_writer, a);
#elif WAY == 4
  start(same(&x));
#elif WAY == 5
  int *p;
  put(&p, &x);
  start(p);
#elif WAY == 6
  call(start, &x);
#elif WAY == 7
  variadic(2, &other, &x);
#elif WAY == 8
  int *p = &x, *q;
  memcpy(&q, &p, sizeof q);
  start(q);
#elif WAY == 9
  uintptr_t u = (uintptr_t)&x + 64;
  start((int *)(u - 64));
#elif WAY == 10
  union pun pun = {.p = &x}, copy;
  for (unsigned i = 0; i < sizeof pun.bytes; i++) copy.bytes[i] = pun.bytes[i];
  start((int *)copy.u);
#elif WAY == 11
  struct box b = wrap(&x);
  spawn(field_writer, &b);
#elif WAY == 12
  recurse(4, &x);
#elif WAY == 13
  even(4, &x);
  spawn(global_writer, 0);
#elif WAY == 14
  global = choose(other == 0, &x, &other);
  spawn(global_writer, 0);
#elif WAY == 15
  int **cell = malloc(sizeof *cell);
  *cell = &x;
  indirect = cell;
  spawn(indirect_writer, 0);
#elif WAY == 16
  int *p = &x, **pp = &p;
  indirect = pp;
  spawn(indirect_writer, 0);
#elif WAY == 17
  local_pointer = &x;
  start(local_pointer);
#elif WAY == 18
  start(other ? &other : &x);
#elif WAY == 19
  int *p = &other;
  for (int i = 0; i < 2; i++) p = i ? &x : p;
  start(p);
#elif WAY == 20
  __atomic_store_n(&global, &x, __ATOMIC_SEQ_CST);
  spawn(global_writer, 0);
#elif WAY == 21
  int *old = 0;
  __atomic_compare_exchange_n(&global, &old, &x, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  spawn(global_writer, 0);
#elif WAY == 22
  __atomic_exchange_n(&global, &x, __ATOMIC_SEQ_CST);
  spawn(global_writer, 0);
#elif WAY == 23
  struct nest n = {.in.b[1].p = &x};
  struct nest m = n;
  spawn(field_writer, &m.in.b[1]);
#elif WAY == 24
  by_value((struct box){0, &x});
#elif WAY == 25
  struct box b;
  fill(&b, &x);
  start(b.p);
#elif WAY == 26
  start(__builtin_assume_aligned(&x, 4));
#elif WAY == 27
  start(__builtin_align_down(&x, 4));
#elif WAY == 28
  int *p = &x;
  __asm__("" : "+r"(p));
  start(p);
#elif WAY == 29
  static int *hidden;
  hidden = &x;
  start(hidden);
#elif WAY == 30
  int *volatile p = &x;
  start(p);
#elif WAY == 31
  void (*table[])(int *) = {0, start};
  table[1](&x);
#elif WAY == 32
  parameter(0);
  return 0;
#elif WAY == 33
  struct_parameter((struct nest){0});
  return 0;
#elif WAY == 34
  int *p = &x - 3;
  start(&p[3]);
#elif WAY == 35
  struct { int first; int second[3]; } s = {0};
  spawn(writer, (char *)&s + 8);
  s.second[1] = 2;
  pthread_join(thread, 0);
  return 0;
#elif WAY == 36
  struct box b[2], *p = b;
  while (p->pad = 0, ++p != b + 1);
  start(&p->pad);
  b[1].pad = 2;
  pthread_join(thread, 0);
  return 0;
#elif WAY == 37
  int n = 3, vla[n];
  vla[1] = 0;
  start(vla + 1);
  vla[1] = 2;
  pthread_join(thread, 0);
  return 0;
#elif WAY == 38
  start(&per_thread);
  per_thread = 2;
  pthread_join(thread, 0);
  return 0;
#elif WAY == 39
  jmp_buf jump;
  int *p = &x;
  if (setjmp(jump) == 0) longjmp(jump, 1);
  start(p);
#elif WAY == 40
  int pair[2] = {1, 2};
  qsort(pair, 2, sizeof pair[0], keep);
  spawn(global_writer, 0);
  pair[0] = 3;
  pthread_join(thread, 0);
  return 0;
#elif WAY == 41
  typedef uintptr_t lanes __attribute__((vector_size(2 * sizeof(uintptr_t))));
  lanes v = {(uintptr_t)&other, (uintptr_t)&x};
  start((int *)v[1]);
#elif WAY == 42
  int *p = (int[]){0, 0};
  start(p);
  p[0] = 2;
  pthread_join(thread, 0);
  return 0;
#elif WAY == 43
  struct { unsigned low : 4, high : 4; int tail; } bits = {0};
  spawn(writer, &bits);
  bits.high = 2;
  pthread_join(thread, 0);
  return 0;
#elif WAY == 44
  int *p = __builtin_alloca(8);
  start(p);
  *p = 2;
  pthread_join(thread, 0);
  return 0;
#elif WAY == 45
  _Atomic(int *) p = &x;
  start(p);
#endif
  x = 2;
  pthread_join(thread, 0);
  return other;
}
