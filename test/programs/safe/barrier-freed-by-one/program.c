/* Two meetings at barriers on the heap. The first is freed by the serial thread, the last to arrive; the second by the other one, who waited.
 *
 * memory, leak: safe, each barrier is freed once, after both threads have arrived; none accesses it after the wait.
 * race: safe, all arrivals happen before each return, and so do the accesses of both calls to the barrier itself.
 * assert: safe, each sees what the other has written before it arrived. deadlock, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *meeting[2];
static int seen[2];

static void *visit(void *arg) {
  int me = *(int *)arg;
  for (int round = 0; round < 2; round++) {
    seen[me]++;
    int is_serial = pthread_barrier_wait(meeting[round]) == PTHREAD_BARRIER_SERIAL_THREAD;
    if (is_serial == (round == 0)) {
      assert(seen[1 - me] > round);
      pthread_barrier_destroy(meeting[round]);
      free(meeting[round]);
    }
    if (round == 0) pthread_barrier_wait(meeting[1]);
  }
  return NULL;
}

int main(void) {
  pthread_t other;
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; i++) {
    meeting[i] = malloc(sizeof *meeting[i]);
    pthread_barrier_init(meeting[i], NULL, 2);
  }
  pthread_create(&other, NULL, visit, &numbers[1]);
  visit(&numbers[0]);
  pthread_join(other, NULL);
  return 0;
}
