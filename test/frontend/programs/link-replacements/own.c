#include <stddef.h>
#include <stdlib.h>

int lengths;
extern int allocations;

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  __atomic_add_fetch(&lengths, 1, __ATOMIC_SEQ_CST);
  return n + 100;
}

char *strdup(const char *s) {
  char *copy = malloc(8);
  for (int i = 0; (copy[i] = s[i]); i++);
  copy[0] = 'D';
  return copy;
}

int abs(int x) { return x < 0 ? -x + 1000 : x; }
