/* AGSE, Fig. 3: N independent segments; in each, one thread reads what the other one writes, and asserts something of it. With -DBAD, of the last segment, that it reads before the
   other writes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#ifdef BAD
#define BOUND(i) (i < N)
#else
#define BOUND(i) 1
#endif

static atomic_int x1, x2, x3, x4, x5, x6, x7, x8;

#define READ(i) { int a = x##i; assert(a <= BOUND(i)); }
#define WRITE(i) x##i = 1;

#define SEGMENTS_1(s) s(1)
#define SEGMENTS_2(s) SEGMENTS_1(s) s(2)
#define SEGMENTS_3(s) SEGMENTS_2(s) s(3)
#define SEGMENTS_4(s) SEGMENTS_3(s) s(4)
#define SEGMENTS_5(s) SEGMENTS_4(s) s(5)
#define SEGMENTS_6(s) SEGMENTS_5(s) s(6)
#define SEGMENTS_7(s) SEGMENTS_6(s) s(7)
#define SEGMENTS_8(s) SEGMENTS_7(s) s(8)
#define SEGMENTS_OF(n, s) SEGMENTS_##n(s)
#define SEGMENTS(n, s) SEGMENTS_OF(n, s)

static void *read(void *arg) {
  SEGMENTS(N, READ)
  return arg;
}

static void *write(void *arg) {
  SEGMENTS(N, WRITE)
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, read, NULL);
  pthread_create(&t2, NULL, write, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
