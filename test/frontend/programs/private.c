// Locals that stay in their thread, in every way a program may use them: no access to them may be a step, so that only the
// creation, the joins and the two writes of `result` are.
#include <pthread.h>
#include <stdarg.h>
#include <string.h>

struct box { int values[6]; struct box *self; };
static int result[2];

static int sum(const int *from, int n) { int s = 0; while (n--) s += *from++; return s; }
static void fill(struct box *b, int x) { for (int i = 0; i < 6; i++) b->values[i] = x + i; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int largest(int n, ...) {
  va_list list;
  va_start(list, n);
  int best = va_arg(list, int);
  while (--n > 0) {
    int next = va_arg(list, int);
    if (next > best) best = next;
  }
  va_end(list);
  return best;
}
static struct box doubled(struct box b) {
  for (int i = 0; i < 6; i++) b.values[i] *= 2;
  return b;
}

static void *work(void *argument) {
  int me = argument != 0;
  int array[8] = {3, 1, 2}, *p = array, count = 0;
  struct box box, copy;
  char text[16];
  fill(&box, me);
  copy = doubled(box);
  memset(text, 'x', sizeof text);
  memcpy(text + 1, "abc", 3);
  for (int i = 0; i < 7; i++) if (array[i] < array[i + 1]) swap(&array[i], &array[i + 1]);
  for (; p < array + 8; p++) count += *p;
  int local = count;
  int *q = me ? &local : &count;
  *q += largest(3, 4, sum(copy.values, 6), 5) + (int)strlen("four") + text[1];
  union { float f; unsigned u; } pun = {.f = 1.0f};
  int n = 4, vla[n];
  for (int i = 0; i < n; i++) vla[i] = i;
  result[me] = local + count + (int)(pun.u >> 23) + vla[3];
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, &result);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return result[0] == result[1];
}
