/* Seed 2001927. staged: race
   unsafe: everything memory,race, staged memory */
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;
static int *h;
static pthread_barrier_t barrier;

static void *t0(void *arg) {
  pthread_barrier_wait(&barrier);
  *h = 1;
  free(h);
  return 0;
}

static void *t1(void *arg) {
  pthread_barrier_wait(&barrier);
  free(h);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&barrier, 0, 2);
  h = malloc(sizeof *h);
  *h = 0;
  __VERIFIER_atomic_begin();
  pthread_create(&t[0], 0, t0, (void *)&x);
  pthread_create(&t[1], 0, t1, (void *)&x);
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  __VERIFIER_atomic_end();
  return 0;
}
