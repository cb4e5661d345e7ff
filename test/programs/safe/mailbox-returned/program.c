/* A mailbox of one letter. What the sender displaces it gets back and frees itself.
 *
 * leak, memory: safe. Each letter is taken out of the box by exactly one exchange and freed by the one who took it; main
 *   frees what is left. race: safe, contents travel with the exchange. uninit: safe. assert: safe, taken in order.
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
    struct letter *displaced = atomic_exchange(&box, l);
    if (displaced != NULL) assert(displaced->number == 1);
    free(displaced);
  }
  return arg;
}

static void *receiver(void *arg) {
  struct letter *l = atomic_exchange(&box, NULL);
  if (l != NULL) assert(l->number >= 1);
  free(l);
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
