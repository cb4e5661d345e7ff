/* A mailbox of one letter. The sender puts two letters in without looking whether the first was taken.
 *
 * leak: unsafe. If the receiver has not taken the first letter, the second one overwrites the only pointer to it.
 * memory: safe, a letter is freed by the thread that took it out. race: safe, contents travel with the atomic exchange.
 * assert: safe, letters are numbered 1 and 2. uninit: safe, filled before. Nothing blocks.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct letter {
  int number;
};

static struct letter *_Atomic box;

static void *sender(void *arg) {
  for (int i = 1; i <= 2; i++) {
    struct letter *l = malloc(sizeof *l);
    l->number = i;
    atomic_store(&box, l);
  }
  return arg;
}

static void *receiver(void *arg) {
  struct letter *l = atomic_exchange(&box, NULL);
  if (l != NULL) {
    assert(l->number == 1 || l->number == 2);
    free(l);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, sender, NULL);
  pthread_create(&t2, NULL, receiver, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(atomic_load(&box));
  return 0;
}
