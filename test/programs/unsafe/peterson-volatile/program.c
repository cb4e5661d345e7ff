/* Peterson's algorithm as in old textbooks: volatile variables and busy waiting.
 *
 * assert: safe under sequential consistency.
 * race: unsafe. volatile gives no ordering in C11: flag, turn and the counter in the critical section all race.
 * deadlock: safe, busy waiting is not blocking, and each loop ends once the other thread leaves. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int flag[2], turn;
static int inside;

static void critical_section(void) {
  inside++;
  assert(inside == 1);
  inside--;
}

static void *process0(void *arg) {
  flag[0] = 1;
  turn = 1;
  while (flag[1] == 1 && turn == 1)
    ;
  critical_section();
  flag[0] = 0;
  return arg;
}

static void *process1(void *arg) {
  flag[1] = 1;
  turn = 0;
  while (flag[0] == 1 && turn == 0)
    ;
  critical_section();
  flag[1] = 0;
  return arg;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, process0, NULL);
  pthread_create(&t1, NULL, process1, NULL);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  return 0;
}
