// Padding, neighbours of bit-fields and unused members are never read: copying or assigning next to them does not use unwritten memory.
// properties: uninit,memory,overflow,race,deadlock,assert
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
struct f { unsigned a : 3, b : 5; unsigned c : 20; long long d : 40; };
struct p { char c; int i; double d; };
struct s3 { char a[3]; };
struct g { short a; char b; };
static struct p ret(int x) { struct p p; p.c = x; p.i = x; p.d = x; return p; }
static int take(struct p p) { return p.i; }
static struct g small(int x) { struct g g; g.a = x; g.b = 1; return g; }
static struct s3 three(struct s3 s) { s.a[1]++; return s; }
union u { int i; char c[8]; };
int main(void) {
  struct f s;
  s.a = 1; s.b = 2; s.c = 3; s.d = -4;
  struct f *h = malloc(sizeof *h);
  h->b = 3; h->a = 4; h->d = 5; h->c = 1;
  printf("%d %d %d %d %d %d\n", s.a, s.b, s.c, (int)s.d, h->b, (int)h->d);
  struct p q = ret(3), r = q;
  printf("%d %d\n", take(r), small(4).a);
  struct s3 t; t.a[0] = 1; t.a[1] = 2; t.a[2] = 3;
  printf("%d\n", three(t).a[1]);
  union u u; u.i = 5; union u v = u;
  printf("%d\n", v.i);
  struct p *hp = malloc(sizeof *hp); *hp = q; struct p copy; memcpy(&copy, hp, sizeof copy);
  printf("%d\n", copy.i);
  free(h); free(hp);
  volatile _Bool b = 1; b = !b;
  int arr[4]; arr[2] = 1; for (int i = 0; i < 2; i++) arr[i] = i;
  printf("%d\n", arr[0] + arr[1] + arr[2] + b);
  return 0;
}
