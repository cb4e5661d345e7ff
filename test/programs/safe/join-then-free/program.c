/* Each worker fills a part of a heap array; main joins, sums and frees. Thread ids live on the heap as well.
 *
 * memory: safe, each worker stays within its two elements; freed after the joins. leak: safe, both blocks are freed.
 * race: safe, the parts are disjoint, and main reads after the joins. assert: safe, 0 + 1 + 2 + 3 = 6.
 * uninit: safe, every element is written before it is read. Nothing blocks but join.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct part {
  pthread_t thread;
  int *data;
  int from, to;
};

static void *fill(void *arg) {
  struct part *p = arg;
  for (int i = p->from; i < p->to; i++) p->data[i] = i;
  return NULL;
}

int main(void) {
  struct part *parts = calloc(2, sizeof *parts);
  int *data = malloc(4 * sizeof *data);
  for (int i = 0; i < 2; i++) {
    parts[i].data = data;
    parts[i].from = 2 * i;
    parts[i].to = 2 * i + 2;
    pthread_create(&parts[i].thread, NULL, fill, &parts[i]);
  }
  for (int i = 0; i < 2; i++) pthread_join(parts[i].thread, NULL);
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += data[i];
  assert(sum == 6);
  free(data);
  free(parts);
  return 0;
}
