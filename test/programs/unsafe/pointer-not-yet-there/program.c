/* A logger is used by a thread that assumes it has already been set up.
 *
 * memory: unsafe. The user runs before the set-up and follows a null pointer.
 * race: safe, the pointer is released after the object is filled, and acquired. assert: safe, level is 3 once there.
 * leak: safe, freed after the joins. uninit: safe. Nothing blocks.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct logger {
  int level;
};

static struct logger *_Atomic logger;

static void *set_up(void *arg) {
  struct logger *l = malloc(sizeof *l);
  l->level = 3;
  atomic_store_explicit(&logger, l, memory_order_release);
  return arg;
}

static void *use(void *arg) {
  struct logger *l = atomic_load_explicit(&logger, memory_order_acquire);
  int level = l->level;
  assert(level == 3);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, set_up, NULL);
  pthread_create(&t2, NULL, use, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(atomic_load(&logger));
  return 0;
}
