// <sys/queue.h>: every kind of list, changed at both ends and in the middle, then walked.
#include <stdio.h>
#include <sys/queue.h>

struct item {
  int n;
  SLIST_ENTRY(item) s;
  STAILQ_ENTRY(item) q;
  LIST_ENTRY(item) l;
  TAILQ_ENTRY(item) t;
};
SLIST_HEAD(shead, item);
STAILQ_HEAD(qhead, item);
LIST_HEAD(lhead, item);
TAILQ_HEAD(thead, item);

int main(void) {
  struct item x[6], *i, *next;
  for (int k = 0; k < 6; k++) x[k].n = k;
  struct shead s = SLIST_HEAD_INITIALIZER(s);
  SLIST_INSERT_HEAD(&s, &x[0], s);
  SLIST_INSERT_HEAD(&s, &x[1], s);
  SLIST_INSERT_AFTER(&x[1], &x[2], s);
  SLIST_INSERT_AFTER(&x[0], &x[3], s);
  SLIST_REMOVE(&s, &x[2], item, s);
  SLIST_FOREACH(i, &s, s) printf("%d ", i->n);
  SLIST_REMOVE_HEAD(&s, s);
  printf("| %d %d\n", SLIST_FIRST(&s)->n, SLIST_EMPTY(&s));

  struct qhead q, r = STAILQ_HEAD_INITIALIZER(r);
  STAILQ_INIT(&q);
  STAILQ_INSERT_TAIL(&q, &x[0], q);
  STAILQ_INSERT_TAIL(&q, &x[1], q);
  STAILQ_INSERT_HEAD(&q, &x[2], q);
  STAILQ_INSERT_AFTER(&q, &x[1], &x[3], q);
  STAILQ_INSERT_TAIL(&r, &x[4], q);
  STAILQ_CONCAT(&q, &r);
  STAILQ_REMOVE(&q, &x[4], item, q);
  STAILQ_REMOVE_HEAD(&q, q);
  STAILQ_INSERT_TAIL(&q, &x[5], q);
  STAILQ_FOREACH(i, &q, q) printf("%d ", i->n);
  printf("| %d\n", STAILQ_EMPTY(&r));

  struct lhead l;
  LIST_INIT(&l);
  LIST_INSERT_HEAD(&l, &x[0], l);
  LIST_INSERT_HEAD(&l, &x[1], l);
  LIST_INSERT_AFTER(&x[0], &x[2], l);
  LIST_INSERT_BEFORE(&x[0], &x[3], l);
  LIST_REMOVE(&x[1], l);
  LIST_REMOVE(&x[2], l);
  LIST_FOREACH(i, &l, l) printf("%d ", i->n);
  printf("| %d\n", LIST_EMPTY(&l));

  struct thead t = TAILQ_HEAD_INITIALIZER(t), u;
  TAILQ_INIT(&u);
  TAILQ_INSERT_TAIL(&t, &x[0], t);
  TAILQ_INSERT_HEAD(&t, &x[1], t);
  TAILQ_INSERT_AFTER(&t, &x[0], &x[2], t);
  TAILQ_INSERT_BEFORE(&x[0], &x[3], t);
  TAILQ_INSERT_TAIL(&u, &x[4], t);
  TAILQ_CONCAT(&t, &u, t);
  TAILQ_FOREACH(i, &t, t) printf("%d ", i->n);
  TAILQ_REMOVE(&t, &x[2], t);
  printf("| %d %d |", TAILQ_LAST(&t, thead)->n, TAILQ_PREV(&x[4], thead, t)->n);
  for (i = TAILQ_FIRST(&t); i; i = next) {
    next = TAILQ_NEXT(i, t);
    if (i->n % 2) TAILQ_REMOVE(&t, i, t);
  }
  TAILQ_FOREACH_REVERSE(i, &t, thead, t) printf(" %d", i->n);
  printf(" | %d\n", TAILQ_EMPTY(&u));
  return 0;
}
