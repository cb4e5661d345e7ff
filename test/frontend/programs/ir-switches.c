// models: ilp32
// Switches: on char, short, 64 and 128 bits, on an enum and a bit-field, with ranges, falling through, without default,
// into the middle of a loop (Duff), and nested.
#include <stdio.h>

enum colour { RED = -1, GREEN, BLUE = 7 };
struct packed { unsigned kind : 3; int sign : 2; };

static int on_char(char c) {
  switch (c) {
    case 'a' ... 'f': return c - 'a' + 10;
    case '0' ... '9': return c - '0';
    case -1: return -2;
    default: return -1;
  }
}

static int on_long_long(long long v) {
  switch (v) {
    case 0x100000000LL: return 1;
    case -1: return 2;
    case 0x7fffffffffffffffLL: return 3;
    case (-0x7fffffffffffffffLL - 1): return 4;
    case 1: return 5;
  }
  return 0;
}

static int on_unsigned(unsigned long long v) {
  switch (v) {
    case 0xffffffffffffffffULL: return 1;
    case 0x80000000ULL: return 2;
    case 0x8000000000000000ULL ... 0x8000000000000010ULL: return 3;
    default: return 0;
  }
}

static const char *on_enum(enum colour c) {
  switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
  }
  return "none";
}

static int on_field(struct packed p) {
  int r = 0;
  switch (p.kind) {
    case 1: r++; /* falls through */
    case 2: r++; /* falls through */
    case 5: r++; break;
    default: r = 9;
  }
  switch (p.sign) {
    case -2: r += 10; break;
    case 1: r += 20;
  }
  return r;
}

static void duff(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
  }
}

static int nested(int a, int b) {
  switch (a) {
    case 1:
      switch (b) {
        case 1: return 11;
        default: break;
      }
      return 10;
    case 2:
      while (b) {
        if (b-- == 3) continue;
        switch (b) { case 1: break; case 5: return 25; default: continue; }
        break;
      }
      return b;
    default: {
      int hidden;
      hidden = 3;
    case 3:
      hidden = 4;
      return hidden;
    }
  }
}

int main(void) {
  for (int c = -1; c < 128; c += 16) printf("%d ", on_char((char)c));
  printf("%d %d\n", on_char('e'), on_char('7'));
  const long long wide[] = {0, 1, -1, 0x100000000LL, 0x100000001LL, 0x7fffffffffffffffLL, -0x7fffffffffffffffLL - 1};
  for (int i = 0; i < 7; i++) printf("%d %d ", on_long_long(wide[i]), on_unsigned((unsigned long long)wide[i]));
  printf("%d %d\n", on_unsigned(0x80000000ULL), on_unsigned(0x8000000000000010ULL));
  printf("%s %s %s %s\n", on_enum(RED), on_enum(BLUE), on_enum(0), on_enum(3));
  for (unsigned k = 0; k < 8; k++) printf("%d ", on_field((struct packed){k, (int)k % 3 - 1}));
  printf("%d\n", on_field((struct packed){5, -2}));
  char copy[12] = "...........";
  duff(copy, "abcdefg", 7);
  printf("%s\n", copy);
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 7; b++) printf("%d ", nested(a, b));
  printf("\n");
  return 0;
}
