/* Two threads announce themselves and look for the other, N times on places of their own (AGSE, art_example). Asserted: at least one sees the other. With -DBAD they look first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int here[N], there[N];
static int seenByOne[N], seenByTwo[N];

static void *one(void *arg) {
  for (int i = 0; i < N; i++) {
#ifdef BAD
    seenByOne[i] = there[i];
    here[i] = 1;
#else
    here[i] = 1;
    seenByOne[i] = there[i];
#endif
  }
  return arg;
}

static void *two(void *arg) {
  for (int i = 0; i < N; i++) {
#ifdef BAD
    seenByTwo[i] = here[i];
    there[i] = 1;
#else
    there[i] = 1;
    seenByTwo[i] = here[i];
#endif
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (int i = 0; i < N; i++) assert(seenByOne[i] || seenByTwo[i]);
  return 0;
}
