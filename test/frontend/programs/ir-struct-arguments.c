// properties: assert,memory,overflow,uninit
// Structs with padding that was never written, handed over in registers, on the stack and through `...`, returned, and held in atomics:
// only copying padding does not read it. Structs of greater alignment than their members give them, as variable arguments.
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

struct tail { unsigned long long a; unsigned b; _Bool c; };
struct gap { char c; int i; };
struct hole { char c; double d; };
struct small { short s; char c; };
struct odd { char c[3]; };
struct floats { float x, y, z; };
struct aligned { int a; char b; } __attribute__((aligned(16)));
struct wide { long long a, b; } __attribute__((aligned(16)));
struct wider { int a; } __attribute__((aligned(32)));
struct blank { int a; int : 32; long long : 64; };
union part { char c; long long l; };

static int by_value(struct tail t, struct gap g, struct hole h, struct small s) { return (int)t.a + (int)t.b + g.c + g.i + h.c + (int)h.d + s.s + s.c; }
static struct tail make_tail(int v) { struct tail t; t.a = v; t.b = v + 1; t.c = v > 0; return t; }
static struct gap make_gap(int v) { if (v > 5) return (struct gap){ 'x', v }; struct gap g; g.c = 'y'; g.i = v; return g; }
static struct hole make_hole(int v) { struct hole h; h.c = (char)v; h.d = v / 2.0; return h; }
static struct odd make_odd(int v) { struct odd o; o.c[0] = (char)v; o.c[1] = o.c[2] = (char)(v + 1); return o; }
static union part make_part(int v) { union part p; p.c = (char)v; return p; }
static int look(union part p) { return p.c; }

static int take(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  int sum = 0;
  for (; *kinds; kinds++) {
    sum *= 3;
    switch (*kinds) {
      case 'i': sum += va_arg(list, int); break;
      case 'd': sum += (int)va_arg(list, double); break;
      case 't': { struct tail t = va_arg(list, struct tail); sum += (int)t.a + (int)t.b + t.c; break; }
      case 'g': { struct gap g = va_arg(list, struct gap); sum += g.c + g.i; break; }
      case 'h': { struct hole h = va_arg(list, struct hole); sum += h.c + (int)h.d; break; }
      case 's': { struct small s = va_arg(list, struct small); sum += s.s + s.c; break; }
      case 'o': { struct odd o = va_arg(list, struct odd); sum += o.c[0] + o.c[2]; break; }
      case 'f': { struct floats f = va_arg(list, struct floats); sum += (int)(f.x + f.y * f.z); break; }
      case 'a': { struct aligned a = va_arg(list, struct aligned); sum += a.a + a.b; break; }
      case 'w': { struct wide w = va_arg(list, struct wide); sum += (int)(w.a - w.b); break; }
      case 'W': { struct wider w = va_arg(list, struct wider); sum += w.a; break; }
      case 'b': sum += va_arg(list, struct blank).a; break;
    }
  }
  va_end(list);
  return sum;
}

static _Atomic struct gap shared;

int main(void) {
  int v = 1;
  printf("%d\n", by_value((struct tail){ v, v, v }, (struct gap){ v, 2 }, (struct hole){ v, 3.5 }, (struct small){ v, 4 }));
  printf("%d\n", by_value(make_tail(2), make_gap(3), make_hole(4), (struct small){ 5, v }));
  printf("%d %d %d\n", make_gap(9).i, make_odd(7).c[2], look(make_part(6)));
  struct gap first;
  first.c = 'a';
  first.i = 11;
  atomic_store(&shared, first);
  struct gap second = atomic_load(&shared);
  printf("%c %d\n", second.c, second.i);
  struct aligned a = { 3, v };
  struct wide w = { 50, v };
  printf("%d\n", take("ad", (struct aligned){ 3, v }, 4.0));
  printf("%d\n", take("aiwi", a, 5, w, 6));
  printf("%d\n", take("iaiaiwi", 1, a, 2, (struct aligned){ v, v }, 3, w, 4));
  printf("%d\n", take("iiiiiaiaiwidwi", 1, 2, 3, 4, 5, a, 6, a, 7, w, 8, 9.5, w, 10));
  printf("%d\n", take("iiiiwiii", 1, 2, 3, 4, w, 5, 6, 7));
  printf("%d\n", take("iWiaWi", 1, (struct wider){ v }, 2, a, (struct wider){ 8 }, 3));
  printf("%d\n", take("bibi", (struct blank){ v }, 2, (struct blank){ 3 }, 4));
  printf("%d\n", take("tghsofi", make_tail(1), make_gap(2), make_hole(3), (struct small){ v, v }, make_odd(5), (struct floats){ 1, 2, 3 }, 6));
  printf("%d\n", take("ttttttt", make_tail(1), make_tail(2), make_tail(3), make_tail(4), make_tail(5), make_tail(6), make_tail(7)));
  printf("%d\n", take("hhhhhhhhhhd", make_hole(1), make_hole(2), make_hole(3), make_hole(4), make_hole(5), make_hole(6), make_hole(7), make_hole(8), make_hole(9), make_hole(1), 2.5));
  printf("%d\n", take("fffffdf", (struct floats){ 1, 2, 3 }, (struct floats){ 4, 5, 6 }, (struct floats){ 7, 8, 9 }, (struct floats){ 1, 1, 1 }, (struct floats){ 2, 2, 2 }, 3.0, (struct floats){ 3, 1, 4 }));
  return 0;
}
