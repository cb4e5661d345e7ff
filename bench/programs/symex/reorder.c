/* SETTERS threads store to a and then to b; CHECKERS threads look at both (AGSE, reorder2; Fig. 9 is its growth with more setters). Checkers read b first, so that they never
   see the second store without the first. With -DBAD they read a first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef SETTERS
#define SETTERS 2
#endif
#ifndef CHECKERS
#define CHECKERS 2
#endif

static atomic_int a, b;

static void *set(void *arg) {
  a = 1;
  b = -1;
  return arg;
}

static void *check(void *arg) {
#ifdef BAD
  int x = a, y = b;
#else
  int y = b, x = a;
#endif
  assert(!(x == 0 && y == -1));
  return arg;
}

int main(void) {
  pthread_t s[SETTERS], c[CHECKERS];
  for (int i = 0; i < SETTERS; i++) pthread_create(&s[i], NULL, set, NULL);
  for (int i = 0; i < CHECKERS; i++) pthread_create(&c[i], NULL, check, NULL);
  for (int i = 0; i < SETTERS; i++) pthread_join(s[i], NULL);
  for (int i = 0; i < CHECKERS; i++) pthread_join(c[i], NULL);
  return 0;
}
