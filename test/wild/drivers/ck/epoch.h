/* A reader reads a node inside a section; main replaces the node and frees the old one after GRACE. */
#include <assert.h>
#include <ck_epoch.h>
#include <pthread.h>
#include <stdlib.h>

static ck_epoch_t epoch;
static ck_epoch_record_t records[2];
static int *current;

static int *make(int value) {
  int *node = malloc(sizeof *node);
  *node = value;
  return node;
}

static void *reader(void *unused) {
  ck_epoch_begin(&records[0], NULL);
  int *node = ck_pr_load_ptr(&current);
  assert(*node == 1 || *node == 2);
  ck_epoch_end(&records[0], NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  ck_epoch_init(&epoch);
  ck_epoch_register(&epoch, &records[0], NULL);
  ck_epoch_register(&epoch, &records[1], NULL);
  current = make(1);
  pthread_create(&thread, NULL, reader, NULL);
  int *old = ck_pr_fas_ptr(&current, make(2));
  GRACE;
  free(old);
  pthread_join(thread, NULL);
  return 0;
}
