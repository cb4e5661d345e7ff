// link: -latomic
// gcc's <stdatomic.h> takes objects that are not _Atomic, volatile and const ones; its builtins take those that are.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct node {
  struct node *next;
  bool done;
};
struct pair {
  int a, b;
};

static int counter;
static volatile unsigned char small = 250;
static struct node nodes[2], *head;
static const int constant = 9;
static _Atomic(struct pair) both;
static atomic_uintptr_t word;
static _Atomic double real;
static atomic_int target, *volatile place;

static void *work(void *argument) {
  for (int i = 0; i < 2; i++) atomic_fetch_add(&counter, 3);
  atomic_fetch_sub_explicit(&small, 1, memory_order_relaxed);
  atomic_store(&nodes[1].done, true);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  printf("%d %d %d\n", atomic_load(&counter), atomic_load_explicit(&small, memory_order_acquire), nodes[1].done);
  struct node *expected = NULL;
  printf("%d", atomic_compare_exchange_strong(&head, &expected, &nodes[0]));
  printf(" %d", atomic_compare_exchange_strong_explicit(&head, &expected, &nodes[1], memory_order_acq_rel, memory_order_acquire));
  printf(" %d %d\n", expected == &nodes[0], (int)(atomic_exchange(&head, NULL) - nodes));
  printf("%d\n", atomic_load(&constant));
  struct pair seen = atomic_load(&both);
  atomic_store(&both, ((struct pair){seen.a + 1, 2}));
  seen = atomic_load(&both);
  printf("%d %d\n", seen.a, seen.b);
  atomic_store(&word, 5);
  uintptr_t old = atomic_exchange(&word, 6);
  printf("%d %d\n", (int)old, (int)atomic_fetch_xor(&word, 3));
  atomic_init(&real, 2);
  printf("%g %d\n", atomic_load(&real), atomic_fetch_or(&counter, 1) & 1);
  printf("%d %d\n", __atomic_add_fetch(&target, 2, __ATOMIC_SEQ_CST), (int)__sync_val_compare_and_swap(&word, 5, 8));
  __atomic_store_n(&word, 7, __ATOMIC_RELEASE);
  __sync_lock_release(&counter);
  int got;
  __atomic_load(&target, &got, __ATOMIC_ACQUIRE);
  printf("%d %d %d\n", got, (int)__atomic_load_n(&word, __ATOMIC_RELAXED), counter);
  target = 4;
  place = &target;
  atomic_fetch_and_explicit(place++, 6, memory_order_seq_cst);
  printf("%d %d\n", target, place == &target + 1);
  return 0;
}
