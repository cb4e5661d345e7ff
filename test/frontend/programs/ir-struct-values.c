// Structs by value, one of every size and register class of the two ABIs: as arguments, results, through pointers, returned
// from the conditional operator, assigned to themselves, in arrays, empty, with floats and mixed.
#include <stdio.h>

struct s0 {};
struct s1 { char a; };
struct s2 { short a; };
struct s3 { char a[3]; };
struct s4 { int a; };
struct s5 { char a[5]; };
struct s6 { short a, b, c; };
struct s7 { char a[7]; };
struct s8 { int a, b; };
struct s8d { double a; };
struct s8f { float a, b; };
struct s4f { float a; };
struct s12 { int a, b, c; };
struct s12f { float a, b, c; };
struct s16 { long long a, b; };
struct s16d { double a, b; };
struct smix { double a; int b; };
struct smix2 { int a; double b; };
struct smix3 { float a; int b; float c; };
struct s16c { char a[16]; };
struct s17 { char a[17]; };
struct s24 { long long a; char b; short c; float d; };
struct s40 { int a[10]; };
struct sptr { const char *a; int b; };
struct snest { struct s4 a; struct { struct s2 b; struct s1 c; } d; };
union u8 { double d; long long l; float f[2]; };

#define CLASS(T, BODY) static struct T f_##T(int k, struct T x, struct T y) { struct T r = k & 1 ? x : y; BODY; return r; }
CLASS(s0, (void)r)
CLASS(s1, r.a += y.a)
CLASS(s2, r.a += y.a)
CLASS(s3, r.a[2] = x.a[0] + y.a[1])
CLASS(s4, r.a += y.a)
CLASS(s5, r.a[4] = x.a[0] + y.a[3])
CLASS(s6, r.c = x.a + y.b)
CLASS(s7, r.a[6] = x.a[5] + y.a[4])
CLASS(s8, r.b = x.a - y.b)
CLASS(s8d, r.a *= y.a)
CLASS(s8f, r.b = x.a * y.b)
CLASS(s4f, r.a /= y.a)
CLASS(s12, r.c = x.a + y.b)
CLASS(s12f, r.c = x.a + y.b)
CLASS(s16, r.b = x.a - y.b)
CLASS(s16d, r.b = x.a - y.b)
CLASS(smix, r.b = (int)(x.a + y.b))
CLASS(smix2, r.b = x.a + y.b)
CLASS(smix3, r.c = x.a + y.c; r.b += x.b)
CLASS(s16c, r.a[15] = x.a[0] + y.a[14])
CLASS(s17, r.a[16] = x.a[0] + y.a[15])
CLASS(s24, r.d = x.d + (float)y.a; r.c -= y.c)
CLASS(s40, r.a[9] = x.a[0] + y.a[8])
CLASS(sptr, r.a = y.a; r.b++)
CLASS(snest, r.d.b.a += x.a.a)
static union u8 f_u8(int k, union u8 x) { union u8 r = x; r.l += k; return r; }

/* More arguments than registers, with structs among them. */
static long long many(struct s16 a, int b, struct s16d c, struct s8 d, double e, struct s12 f, struct s24 g, struct s4f h, long long i, struct s16 j, char k, struct smix l) {
  return a.a + a.b * 2 + b * 3 + (long long)(c.a + c.b) * 5 + d.a * 7 + d.b * 11 + (long long)e * 13 + f.a + f.b + f.c + g.a + g.b + g.c + (long long)g.d + (long long)h.a + i * 17 + j.b + k + (long long)l.a + l.b;
}

int main(void) {
  struct s0 empty = f_s0(1, (struct s0){}, (struct s0){});
  (void)empty;
  printf("%d\n", f_s1(1, (struct s1){3}, (struct s1){4}).a);
  printf("%d\n", f_s2(0, (struct s2){300}, (struct s2){-400}).a);
  printf("%d\n", f_s3(1, (struct s3){{1, 2, 3}}, (struct s3){{4, 5, 6}}).a[2]);
  printf("%d\n", f_s4(1, (struct s4){1 << 30}, (struct s4){5}).a);
  printf("%d\n", f_s5(0, (struct s5){{1, 2, 3, 4, 5}}, (struct s5){{6, 7, 8, 9, 10}}).a[4]);
  printf("%d\n", f_s6(1, (struct s6){1, 2, 3}, (struct s6){4, -5, 6}).c);
  printf("%d\n", f_s7(1, (struct s7){"abcdef"}, (struct s7){"ghijkl"}).a[6]);
  printf("%d\n", f_s8(1, (struct s8){1, 2}, (struct s8){3, 4}).b);
  printf("%g\n", f_s8d(1, (struct s8d){1.5}, (struct s8d){-2.5}).a);
  printf("%g\n", f_s8f(1, (struct s8f){1.5f, 2}, (struct s8f){-2.5f, 3}).b);
  printf("%g\n", f_s4f(1, (struct s4f){1}, (struct s4f){8}).a);
  struct s12 twelve = f_s12(0, (struct s12){1, 2, 3}, (struct s12){4, 5, 6});
  printf("%d %d %d\n", twelve.a, twelve.b, twelve.c);
  struct s12f floats = f_s12f(1, (struct s12f){1, 2, 3}, (struct s12f){4, 5.5f, 6});
  printf("%g %g %g\n", floats.a, floats.b, floats.c);
  printf("%lld\n", f_s16(1, (struct s16){1LL << 40, 2}, (struct s16){3, 4}).b);
  printf("%g\n", f_s16d(1, (struct s16d){1e10, 2}, (struct s16d){3, 4}).b);
  printf("%d\n", f_smix(1, (struct smix){1.75, 2}, (struct smix){3, 4}).b);
  printf("%g\n", f_smix2(1, (struct smix2){7, 2}, (struct smix2){3, 4.5}).b);
  struct smix3 three = f_smix3(1, (struct smix3){1, 2, 3}, (struct smix3){4, 5, 6});
  printf("%g %d %g\n", three.a, three.b, three.c);
  printf("%d\n", f_s16c(0, (struct s16c){"0123456789abcde"}, (struct s16c){"ABCDEFGHIJKLMNO"}).a[15]);
  printf("%d\n", f_s17(0, (struct s17){"0123456789abcdef"}, (struct s17){"ABCDEFGHIJKLMNOP"}).a[16]);
  struct s24 big = f_s24(1, (struct s24){1LL << 33, 'q', 5, 0.5f}, (struct s24){7, 'z', 9, 1});
  printf("%lld %c %d %g\n", big.a, big.b, big.c, big.d);
  struct s40 array[2] = {{{1, 2, 3}}, {{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}}};
  array[0] = f_s40(0, array[0], array[1]);
  array[1] = array[1];
  printf("%d %d %d\n", array[0].a[0], array[0].a[9], array[1].a[3]);
  printf("%s %d\n", f_sptr(0, (struct sptr){"x", 1}, (struct sptr){"why", 2}).a, f_sptr(1, (struct sptr){"x", 1}, (struct sptr){"y", 2}).b);
  printf("%d\n", f_snest(1, (struct snest){{40}, {{2}, {3}}}, (struct snest){{0}, {{0}, {0}}}).d.b.a);
  printf("%g\n", f_u8(2, (union u8){.d = 1.0}).d - 1.0);
  struct s24 (*pointer)(int, struct s24, struct s24) = f_s24;
  printf("%g\n", (pointer)(0, big, big).d);
  printf("%lld\n", many((struct s16){1, 2}, 3, (struct s16d){4, 5}, (struct s8){6, 7}, 8, (struct s12){9, 10, 11}, big, (struct s4f){13}, 14, (struct s16){15, 16}, 17, (struct smix){18, 19}));
  return 0;
}
