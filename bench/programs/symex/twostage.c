/* A value goes through two stages, each under a lock of its own; N readers look at both (AGSE, twostage). Asserted: a reader that sees the second stage sees that it came from the
   first. With -DBAD a reader takes it for granted that the second stage follows at once. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static int raw, made;

static void *make(void *arg) {
  pthread_mutex_lock(&one);
  raw = 1;
  pthread_mutex_unlock(&one);
  pthread_mutex_lock(&two);
  made = raw + 1;
  pthread_mutex_unlock(&two);
  return arg;
}

static void *look(void *arg) {
  pthread_mutex_lock(&one);
  int r = raw;
  pthread_mutex_unlock(&one);
  if (r == 0) return arg;
  pthread_mutex_lock(&two);
  int m = made;
  pthread_mutex_unlock(&two);
#ifdef BAD
  assert(m == r + 1);
#else
  assert(m == 0 || m == r + 1);
#endif
  return arg;
}

int main(void) {
  pthread_t maker, t[N];
  pthread_create(&maker, NULL, make, NULL);
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, look, NULL);
  pthread_join(maker, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
