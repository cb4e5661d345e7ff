/* Seed 522, shrunk. A free that fails looks at whether the object lives: it does not commute with the free before it. */
#include <pthread.h>
#include <stdlib.h>
static int *h;
static void *t0(void *arg) { (void)*(volatile int *)h; free(h); return arg; }
static void *t1(void *arg) { free(h); return arg; }
int main(void) {
  pthread_t t[2];
  h = malloc(sizeof *h);
  *h = 0;
  pthread_create(&t[0], 0, t0, 0);
  pthread_create(&t[1], 0, t1, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
