// Variable-length arrays and alloca, in loops, as parameters, two-dimensional, with sizeof evaluated at run time, and a
// flexible array member on the heap and in static storage.
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message { unsigned char length; short tags[]; };
static struct message fixed = {3, {7, 8, 9}};

static int sum(int rows, int columns, int grid[rows][columns]) {
  int total = 0;
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) total += grid[r][c];
  return total;
}

static int in_loop(int n) {
  int total = 0;
  for (int i = 1; i <= n; i++) {
    int row[i];
    for (int k = 0; k < i; k++) row[k] = i * k;
    if (i == 3) continue;
    total += row[i - 1] + (int)(sizeof row / sizeof row[0]);
    if (total > 400) break;
  }
  return total;
}

static char *chain(int n) {
  static char result[64];
  char *list = "";
  for (int i = 0; i < n; i++) {
    size_t size = strlen(list) + 3;
    char *next = alloca(size);
    snprintf(next, size, "%d,%s", i, list);
    list = next;
  }
  return strcpy(result, list);
}

static int backwards(int n) {
  int tries = 0;
again:;
  int buffer[n + tries];
  buffer[n + tries - 1] = tries;
  if (tries++ < 5) goto again;
  return buffer[n + tries - 2];
}

static unsigned pointers(int n) {
  int table[2][n];
  int (*row)[n] = table;
  int (*end)[n] = row + 2;
  return (unsigned)((char *)end - (char *)row) + (unsigned)sizeof *row + (unsigned)sizeof(char[n++]) + (unsigned)n;
}

int main(void) {
  int grid[3][4];
  for (int i = 0; i < 12; i++) grid[i / 4][i % 4] = i;
  printf("%d %d\n", sum(3, 4, grid), sum(2, 6, (int (*)[6])grid));
  printf("%d %d\n", in_loop(5), in_loop(40));
  printf("%s\n", chain(9));
  printf("%d %u\n", backwards(2), pointers(5));
  struct message *m = malloc(sizeof *m + 4 * sizeof m->tags[0]);
  m->length = 4;
  for (int i = 0; i < 4; i++) m->tags[i] = (short)(i * i - 2);
  int total = 0;
  for (int i = 0; i < m->length; i++) total += m->tags[i];
  for (int i = 0; i < fixed.length; i++) total += fixed.tags[i];
  printf("%d %d %d\n", total, (int)sizeof *m, (int)sizeof fixed);
  free(m);
  return 0;
}
