// Attributes and qualifiers: constructor and destructor with priorities, cleanup, packed, aligned, transparent union, weak, alias,
// section, used, noreturn, mode, may_alias, restrict, volatile, const, and goto into and out of scopes with cleanups.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int order[8], used;
static void note(int n) { order[used++] = n; }
__attribute__((constructor)) static void plain(void) { note(3); }
__attribute__((constructor(200))) static void second(void) { note(2); }
__attribute__((constructor(101))) static void first(void) { note(1); }
__attribute__((destructor)) static void bye(void) { printf("destructor\n"); }
__attribute__((destructor(150))) static void last(void) { printf("last\n"); }
static void handler(void) { printf("handler\n"); }

static void close_it(int *p) { printf("close %d\n", *p); }
static int scopes(int n) {
  __attribute__((cleanup(close_it))) int outer = n;
  for (int i = 0; i < 2; i++) {
    __attribute__((cleanup(close_it))) int inner = n * 10 + i;
    if (n == 2) return inner;
    if (n == 3) goto out;
    if (n == 4) continue;
  }
out:
  outer++;
  return outer;
}

struct __attribute__((packed)) wire { uint8_t kind; uint32_t length; uint16_t check; uint64_t stamp; };
struct __attribute__((aligned(64))) line { int value; };
struct outer { char c; struct line l; char d; };
typedef int half __attribute__((mode(HI)));
typedef uint32_t __attribute__((may_alias)) word;
typedef union { int *i; float *f; } either __attribute__((transparent_union));
static int get(either e) { return *e.i; }

int real_function(int x) { return x + 1; }
int other_name(int x) __attribute__((alias("real_function")));
int weak_one(int x) __attribute__((weak));
int weak_one(int x) { return x * 2; }
extern int missing(int) __attribute__((weak));
extern int absent_variable __attribute__((weak));
int aliased_variable = 12;
extern int second_variable __attribute__((alias("aliased_variable")));
static int in_section __attribute__((section(".mydata"), used)) = 5;
static void die(int code) __attribute__((noreturn));
static void die(int code) { exit(code); }
static void add(int n, int *restrict to, const int *restrict from) { while (n--) *to++ += *from++; }
static int jump_into(int n) {
  int r = 0;
  if (n) goto inside;
  {
    int x;
    r = 100;
  inside:
    x = n;
    r += x;
  }
  return r;
}

int main(void) {
  printf("%d %d %d\n", order[0], order[1], order[2]);
  atexit(handler);
  for (int n = 1; n <= 4; n++) printf("= %d\n", scopes(n));
  struct wire w = {1, 0xaabbccdd, 0x1122, 0x0102030405060708ULL};
  w.length++;
  uint32_t *unaligned = &w.length;
  *unaligned += 1;
  printf("%d %x %x %llx\n", (int)sizeof w, w.length, w.check, (unsigned long long)w.stamp);
  struct outer o = {'a', {3}, 'b'};
  printf("%d %d %d\n", (int)sizeof o, (int)((uintptr_t)&o.l % 64), o.l.value);
  half h = (half)70000;
  float one = 1.0f;
  int three = 3;
  printf("%d %x %d %d\n", h, *(word *)&one, get(&three), get(&one) == 0x3f800000);
  printf("%d %d\n", other_name(1), weak_one(4));
  printf("%d %d\n", missing == 0, &absent_variable == 0);
  if (missing) printf("%d\n", missing(1));
  second_variable++;
  printf("%d %d\n", aliased_variable, in_section);
  int to[3] = {1, 2, 3};
  add(3, to, (const int[]){10, 20, 30});
  volatile int v = to[2];
  v++;
  printf("%d %d %d\n", to[0], v, jump_into(0) + jump_into(5));
  die(9);
}
