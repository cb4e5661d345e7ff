/* Two threads meet: each posts for the other and then waits.
 *
 * assert: safe. Past the meeting point the other's half is written.
 * race: safe, post and wait order the plain writes. deadlock: safe, both post before they wait. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t left_here, right_here;
static int left_half, right_half;

static void *left(void *arg) {
  left_half = 1;
  sem_post(&left_here);
  sem_wait(&right_here);
  assert(right_half == 2);
  return arg;
}

static void *right(void *arg) {
  right_half = 2;
  sem_post(&right_here);
  sem_wait(&left_here);
  assert(left_half == 1);
  return arg;
}

int main(void) {
  sem_init(&left_here, 0, 0);
  sem_init(&right_here, 0, 0);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, left, NULL);
  pthread_create(&t2, NULL, right, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  sem_destroy(&left_here);
  sem_destroy(&right_here);
  return 0;
}
