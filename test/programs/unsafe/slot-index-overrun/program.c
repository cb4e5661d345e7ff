/* Workers register themselves in a table of fixed size; the test and the increment of the fill count are two steps.
 *
 * memory: unsafe. Two workers see one free slot; the second one gets index 2 of a table of two.
 * race: safe, the count is atomic and each slot is written by the one thread that drew its index. assert: none.
 * Nothing blocks, no heap.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define SLOTS 2

static atomic_int used = 1;
static int slot[SLOTS];

static void *enlist(void *arg) {
  if (atomic_load(&used) < SLOTS) {
    int index = atomic_fetch_add(&used, 1);
    slot[index] = (int)(intptr_t)arg;
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, enlist, (void *)(intptr_t)11);
  pthread_create(&t2, NULL, enlist, (void *)(intptr_t)12);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
