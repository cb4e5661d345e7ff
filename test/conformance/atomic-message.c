// Message passing by release and acquire over a flag that the receiver waits for: two hops, plain data.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static int first, second;
static atomic_int first_ready, second_ready;

static void *relay(void *arg) {
  (void)arg;
  while (!atomic_load_explicit(&first_ready, memory_order_acquire)) sched_yield();
  second = first * 2;
  atomic_store_explicit(&second_ready, 1, memory_order_release);
  return NULL;
}

static void *receive(void *arg) {
  (void)arg;
  while (!atomic_load_explicit(&second_ready, memory_order_acquire)) sched_yield();
  return (void *)(intptr_t)(first + second);
}

int main(void) {
  pthread_t a, b;
  void *sum;
  pthread_create(&b, NULL, receive, NULL);
  pthread_create(&a, NULL, relay, NULL);
  first = 21;
  atomic_store_explicit(&first_ready, 1, memory_order_release);
  pthread_join(a, NULL);
  pthread_join(b, &sum);
  printf("sum %d\n", (int)(intptr_t)sum);
  return 0;
}
