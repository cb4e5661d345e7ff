/* A reader takes a node under a hazard pointer; main replaces the node and hands the old one over to be freed. */
#include <assert.h>
#include <ck_hp.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  ck_hp_hazard_t hazard;
};

static ck_hp_t hazards;
static ck_hp_record_t records[2];
static void *slots[2][1];
static struct node *current;

static struct node *make(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  return node;
}

static void *reader(void *unused) {
  struct node *node = ck_pr_load_ptr(&current);
  PROTECT(node);
  assert(node->value == 1 || node->value == 2);
  ck_hp_set(&records[0], 0, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  ck_hp_init(&hazards, 1, 1, free);
  ck_hp_register(&hazards, &records[0], slots[0]);
  ck_hp_register(&hazards, &records[1], slots[1]);
  current = make(1);
  pthread_create(&thread, NULL, reader, NULL);
  struct node *old = ck_pr_fas_ptr(&current, make(2));
  ck_hp_free(&records[1], &old->hazard, old, old);
  pthread_join(thread, NULL);
  return 0;
}
