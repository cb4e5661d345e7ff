// Ways for the address of a local to reach another thread; both then write it without a lock. Each `way_…` must be found as a data
// race: a local wrongly taken for private would make the program look safe.
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
static int keep(const void *p, const void *q) { global = (int *)(p < q ? p : q); return 0; }
static _Thread_local int per_thread;
static void join(void) { pthread_join(thread, 0); }

static void way_argument(void) {
  int x = 0;
  start(&x);
  x = 2;
  join();
}

static void way_field(void) {
  int x = 0;
  struct box b;
  b.p = &x;
  spawn(field_writer, &b);
  x = 2;
  join();
}

static void way_array(void) {
  int x = 0;
  int *a[2] = {0, &x};
  spawn(array_writer, a);
  x = 2;
  join();
}

static void way_returned(void) {
  int x = 0;
  start(same(&x));
  x = 2;
  join();
}

static void way_out_parameter(void) {
  int x = 0;
  int *p;
  put(&p, &x);
  start(p);
  x = 2;
  join();
}

static void way_callback(void) {
  int x = 0;
  call(start, &x);
  x = 2;
  join();
}

static void way_variadic(void) {
  int x = 0, other = 0;
  variadic(2, &other, &x);
  x = 2;
  join();
}

static void way_copied_bytes(void) {
  int x = 0;
  int *p = &x, *q;
  memcpy(&q, &p, sizeof q);
  start(q);
  x = 2;
  join();
}

static void way_integer(void) {
  int x = 0;
  uintptr_t u = (uintptr_t)&x + 64;
  start((int *)(u - 64));
  x = 2;
  join();
}

static void way_pun(void) {
  int x = 0;
  union pun pun = {.p = &x}, copy;
  for (unsigned i = 0; i < sizeof pun.bytes; i++) copy.bytes[i] = pun.bytes[i];
  start((int *)copy.u);
  x = 2;
  join();
}

static void way_struct_result(void) {
  int x = 0;
  struct box b = wrap(&x);
  spawn(field_writer, &b);
  x = 2;
  join();
}

static void way_recursion(void) {
  int x = 0;
  recurse(4, &x);
  x = 2;
  join();
}

static void way_mutual_recursion(void) {
  int x = 0;
  even(4, &x);
  spawn(global_writer, 0);
  x = 2;
  join();
}

static void way_chosen(void) {
  int x = 0, other = 0;
  global = choose(other == 0, &x, &other);
  spawn(global_writer, 0);
  x = 2;
  join();
}

static void way_heap(void) {
  int x = 0;
  int **cell = malloc(sizeof *cell);
  *cell = &x;
  indirect = cell;
  spawn(indirect_writer, 0);
  x = 2;
  join();
}

static void way_two_levels(void) {
  int x = 0;
  int *p = &x, **pp = &p;
  indirect = pp;
  spawn(indirect_writer, 0);
  x = 2;
  join();
}

static void way_thread_local_pointer(void) {
  int x = 0;
  local_pointer = &x;
  start(local_pointer);
  x = 2;
  join();
}

static void way_conditional(void) {
  int x = 0, other = 0;
  start(other ? &other : &x);
  x = 2;
  join();
}

static void way_loop(void) {
  int x = 0, other = 0;
  int *p = &other;
  for (int i = 0; i < 2; i++) p = i ? &x : p;
  start(p);
  x = 2;
  join();
}

static void way_atomic_store(void) {
  int x = 0;
  __atomic_store_n(&global, &x, __ATOMIC_SEQ_CST);
  spawn(global_writer, 0);
  x = 2;
  join();
}

static void way_compare_exchange(void) {
  int x = 0;
  int *old = global;
  __atomic_compare_exchange_n(&global, &old, &x, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  spawn(global_writer, 0);
  x = 2;
  join();
}

static void way_exchange(void) {
  int x = 0;
  __atomic_exchange_n(&global, &x, __ATOMIC_SEQ_CST);
  spawn(global_writer, 0);
  x = 2;
  join();
}

static void way_nested_copy(void) {
  int x = 0;
  struct nest n = {.in.b[1].p = &x};
  struct nest m = n;
  spawn(field_writer, &m.in.b[1]);
  x = 2;
  join();
}

static void way_struct_value(void) {
  int x = 0;
  by_value((struct box){0, &x});
  x = 2;
  join();
}

static void way_filled(void) {
  int x = 0;
  struct box b;
  fill(&b, &x);
  start(b.p);
  x = 2;
  join();
}

static void way_assumed_aligned(void) {
  int x = 0;
  start(__builtin_assume_aligned(&x, 4));
  x = 2;
  join();
}

static void way_masked(void) {
  int x = 0;
  start(__builtin_align_down(&x, 4));
  x = 2;
  join();
}

static void way_assembly(void) {
  int x = 0;
  int *p = &x;
  __asm__("" : "+r"(p));
  start(p);
  x = 2;
  join();
}

static void way_static_pointer(void) {
  int x = 0;
  static int *hidden;
  hidden = &x;
  start(hidden);
  x = 2;
  join();
}

static void way_volatile_pointer(void) {
  int x = 0;
  int *volatile p = &x;
  start(p);
  x = 2;
  join();
}

static void way_function_table(void) {
  int x = 0;
  void (*table[])(int *) = {0, start};
  table[1](&x);
  x = 2;
  join();
}

static void way_parameter_itself(int x) {
  start(&x);
  x = 2;
  join();
}

static void way_struct_parameter_itself(struct nest n) {
  start(&n.in.b[1].pad);
  n.in.b[1].pad = 2;
  join();
}

static void way_pointer_arithmetic(void) {
  int x = 0;
  int *p = &x - 3;
  start(&p[3]);
  x = 2;
  join();
}

static void way_member(void) {
  struct { int first; int second[3]; } s = {0};
  spawn(writer, (char *)&s + 8);
  s.second[1] = 2;
  join();
}

static void way_element(void) {
  struct box b[2], *p = b;
  p->pad = 0;
  ++p;
  start(&p->pad);
  b[1].pad = 2;
  join();
}

static void way_variable_length(void) {
  int n = 3, vla[n];
  vla[1] = 0;
  start(vla + 1);
  vla[1] = 2;
  join();
}

static void way_thread_local_itself(void) {
  start(&per_thread);
  per_thread = 2;
  join();
}

static void way_jump(void) {
  int x = 0;
  jmp_buf jump;
  int *p = &x;
  if (setjmp(jump) == 0) longjmp(jump, 1);
  start(p);
  x = 2;
  join();
}

static void way_sorted(void) {
  int pair[2] = {1, 2};
  qsort(pair, 2, sizeof pair[0], keep);
  spawn(global_writer, 0);
  pair[0] = 3;
  join();
}

static void way_lanes(void) {
  int x = 0, other = 0;
  typedef uintptr_t lanes __attribute__((vector_size(2 * sizeof(uintptr_t))));
  lanes v = {(uintptr_t)&other, (uintptr_t)&x};
  start((int *)v[1]);
  x = 2;
  join();
}

static void way_compound_literal(void) {
  int *p = (int[]){0, 0};
  start(p);
  p[0] = 2;
  join();
}

static void way_bit_field(void) {
  struct { unsigned low : 4, high : 4; int tail; } bits = {0};
  spawn(writer, &bits);
  bits.high = 2;
  join();
}

static void way_from_alloca(void) {
  int *p = __builtin_alloca(8);
  start(p);
  *p = 2;
  join();
}

static void way_atomic_pointer(void) {
  int x = 0;
  _Atomic(int *) p = &x;
  start(p);
  x = 2;
  join();
}

int main(void) {
  way_argument();
  way_field();
  way_array();
  way_returned();
  way_out_parameter();
  way_callback();
  way_variadic();
  way_copied_bytes();
  way_integer();
  way_pun();
  way_struct_result();
  way_recursion();
  way_mutual_recursion();
  way_chosen();
  way_heap();
  way_two_levels();
  way_thread_local_pointer();
  way_conditional();
  way_loop();
  way_atomic_store();
  way_compare_exchange();
  way_exchange();
  way_nested_copy();
  way_struct_value();
  way_filled();
  way_assumed_aligned();
  way_masked();
  way_assembly();
  way_static_pointer();
  way_volatile_pointer();
  way_function_table();
  way_parameter_itself(0);
  way_struct_parameter_itself((struct nest){0});
  way_pointer_arithmetic();
  way_member();
  way_element();
  way_variable_length();
  way_thread_local_itself();
  way_jump();
  way_sorted();
  way_lanes();
  way_compound_literal();
  way_bit_field();
  way_from_alloca();
  way_atomic_pointer();
  return 0;
}
