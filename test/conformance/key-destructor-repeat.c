// A destructor that sets its key again is called again, PTHREAD_DESTRUCTOR_ITERATIONS times in all; one that sets another
// key has that key's destructor run too.
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_key_t stubborn, finite, source, target;
static int stubborn_calls, finite_calls, target_calls;

static void again(void *value) {
  stubborn_calls++;
  pthread_setspecific(stubborn, value);
}

static void count_down(void *value) {
  finite_calls++;
  intptr_t n = (intptr_t)value;
  if (n > 1) pthread_setspecific(finite, (void *)(n - 1));
}

static void hand_over(void *value) { pthread_setspecific(target, value); }

static void receive(void *value) { target_calls += (int)(intptr_t)value; }

static void *work(void *arg) {
  pthread_setspecific(stubborn, arg);
  pthread_setspecific(finite, (void *)2);
  pthread_setspecific(source, (void *)30);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&target, receive);
  pthread_key_create(&stubborn, again);
  pthread_key_create(&finite, count_down);
  pthread_key_create(&source, hand_over);
  pthread_create(&t, NULL, work, &target);
  pthread_join(t, NULL);
  printf("stubborn: as often as the limit %d\n", stubborn_calls == PTHREAD_DESTRUCTOR_ITERATIONS);
  printf("finite: %d\n", finite_calls);
  printf("handed over: %d\n", target_calls);
  return 0;
}
