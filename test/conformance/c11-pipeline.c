// threads.h end to end: a two-stage pipeline over mailboxes on the heap; the last stage's sum is that of the sequential program.
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

struct mailbox {
  mtx_t lock;
  cnd_t changed;
  int count, items[2];
};

struct stage {
  struct mailbox *in, *out;
  int factor;
};

static struct mailbox *mailbox_new(void) {
  struct mailbox *box = calloc(1, sizeof *box);
  mtx_init(&box->lock, mtx_plain);
  cnd_init(&box->changed);
  return box;
}

static void mailbox_free(struct mailbox *box) {
  cnd_destroy(&box->changed);
  mtx_destroy(&box->lock);
  free(box);
}

static void put(struct mailbox *box, int item) {
  mtx_lock(&box->lock);
  while (box->count == 2) cnd_wait(&box->changed, &box->lock);
  box->items[box->count++] = item;
  cnd_broadcast(&box->changed);
  mtx_unlock(&box->lock);
}

static int get(struct mailbox *box) {
  mtx_lock(&box->lock);
  while (box->count == 0) cnd_wait(&box->changed, &box->lock);
  int item = box->items[0];
  box->items[0] = box->items[1], box->count--;
  cnd_broadcast(&box->changed);
  mtx_unlock(&box->lock);
  return item;
}

static int run(void *arg) {
  struct stage *stage = arg;
  int handled = 0;
  for (int item; (item = get(stage->in)) != 0; handled++) put(stage->out, stage->factor * item + 1);
  put(stage->out, 0);
  return handled;
}

int main(void) {
  struct mailbox *a = mailbox_new(), *b = mailbox_new(), *c = mailbox_new();
  struct stage stages[] = {{a, b, 2}, {b, c, 3}};
  thrd_t t[2];
  int handled, sum = 0;
  for (int i = 0; i < 2; i++) thrd_create(&t[i], run, &stages[i]);
  put(a, 5), put(a, 6);
  for (int i = 0; i < 2; i++) sum = 100 * sum + get(c);
  put(a, 7), put(a, 0);
  for (int item; (item = get(c)) != 0;) sum = 100 * sum + item;
  for (int i = 0; i < 2; i++) thrd_join(t[i], &handled), printf("stage %d handled %d\n", i, handled);
  printf("sum %d\n", sum);
  mailbox_free(a), mailbox_free(b), mailbox_free(c);
  return 0;
}
