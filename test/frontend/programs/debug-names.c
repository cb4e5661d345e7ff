// What reports say about places and objects: the line and column of every access, in statements and macros that span lines, and
// the names of globals, statics, members, elements, bit-fields, locals (also a shadowed one), parameters and heap objects.
#include <pthread.h>
#include <stdlib.h>

struct inner { int b; struct { short c, d; } e[2]; };
struct outer { char pad; struct inner a[3]; unsigned flag : 3, mode : 5; union { int i; float f; } u; };
static struct outer table[2];
static int counter, matrix[2][3];

#define INCREMENT(x) \
  do {               \
    (x)++;           \
  } while (0)
#define READ(x) ((x) + 1)

static void *set(void *p) { *(int *)p = 9; return 0; }

static void hand_over(int *p) {
  pthread_t t;
  pthread_create(&t, 0, set, p);
  pthread_join(t, 0);
}

static int twice(int value) {
  static int calls;
  calls++;
  hand_over(&value);
  return value;
}

int main(void) {
  table[0].a[2].e[1].c = 5;
  table[1].mode = 3;
  table[1]
    .a[0]
    .b = counter
         + matrix[1][2];
  INCREMENT(counter);
  table[0].u.i = READ(matrix
                        [0][1]);
  twice(4);
  int x = 1;
  hand_over(&x);
  {
    int x[2] = {2, 3};
    hand_over(&x[1]);
  }
  struct inner *heap = malloc(2 * sizeof *heap);
  heap[1].e[0].d = 6;
  free(heap);
  return x;
}
