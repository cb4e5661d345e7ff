/* One producer, one consumer: values come in order, and the producer takes used entries back for new values. */
#include <assert.h>
#include <ck_fifo.h>
#include <pthread.h>
#include <stdlib.h>

static ck_fifo_spsc_t fifo;
static int values[2] = {1, 2};

static void *producer(void *unused) {
  for (int i = 0; i < 2; i++) {
    ck_fifo_spsc_entry_t *entry = ck_fifo_spsc_recycle(&fifo);
    if (entry == NULL) entry = malloc(sizeof *entry);
    ck_fifo_spsc_enqueue(&fifo, entry, &values[i]);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  int expected = 1;
  int *value;
  ck_fifo_spsc_init(&fifo, malloc(sizeof(ck_fifo_spsc_entry_t)));
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 0; i < 2; i++)
    if (ck_fifo_spsc_dequeue(&fifo, &value)) assert(*value == expected++);
  pthread_join(thread, NULL);
  while (ck_fifo_spsc_dequeue(&fifo, &value)) assert(*value == expected++);
  assert(expected == 3);
  return 0;
}
