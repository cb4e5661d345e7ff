/* A queue of unknown values: one thread puts N of them in and keeps a copy, another takes them out and compares (AGSE, queue). Both hold the lock; flags say whose turn it is. With
   -DBAD the sender lets the receiver go before it has kept the copy. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queue[N], head, tail;
static atomic_int kept[N], isSent;

static void *send(void *arg) {
  for (int i = 0; i < N; i++) {
    int value = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    queue[tail++] = value;
#ifdef BAD
    isSent = i + 1;
    pthread_mutex_unlock(&lock);
    kept[i] = value;
#else
    kept[i] = value;
    isSent = i + 1;
    pthread_mutex_unlock(&lock);
#endif
  }
  return arg;
}

static void *receive(void *arg) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    if (isSent > head) {
      int at = head++;
      assert(queue[at] == kept[at]);
    }
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, send, NULL);
  pthread_create(&b, NULL, receive, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
