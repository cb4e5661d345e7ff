/*
 * A lock-free stack whose nodes are reclaimed with hazard pointers: before a thread reads a node it announces the node's
 * address and looks whether the node is still the top; a node that was unlinked is freed when no announcement names it.
 *
 * The driver: two threads push one node each onto a stack of one, and pop one each.
 *
 * memory: safe.  A node is freed by a scan that follows its unlinking and finds it in no slot.  A thread that announced
 *   it later has read `top` after that and found another node there; one that announced it before is found by the scan.
 *   Announcing, looking again, unlinking and scanning are sequentially consistent.
 * assert: safe.  While a node is announced it is not freed, so its address is not used for another node: the exchange in
 *   pop succeeds only if the node is still the top, with the same next (no ABA).  Each node is popped once or remains,
 *   so the values add up to 1 + 2 + 4.
 * race: safe.  `value` and `next` are written before the exchange that publishes the node and only read afterwards.  A
 *   reader withdraws its announcement by a store that the scan of the freeing thread reads: its reads come before the free.
 * deadlock: safe.  No locks; a retry means that the other thread has made progress, and there are four operations.
 * leak: safe.  What a scan could not free remains in the thread's list, which main empties after the joins, as it does
 *   with the stack.  overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- hazard pointers: one slot per thread */

#define HP_THREADS 2

struct hp_retired {
  struct hp_retired *next;
  void *object;
};

struct hp_domain {
  _Atomic(void *) slots[HP_THREADS];
  void (*reclaim)(void *object);
};

struct hp_thread {
  struct hp_domain *domain;
  unsigned index;
  struct hp_retired *retired;
  unsigned reclaimed;
};

static void hp_domain_init(struct hp_domain *domain, void (*reclaim)(void *object))
{
  for (unsigned i = 0; i < HP_THREADS; i++)
    atomic_init(&domain->slots[i], NULL);
  domain->reclaim = reclaim;
}

static void hp_attach(struct hp_thread *self, struct hp_domain *domain, unsigned index)
{
  self->domain = domain;
  self->index = index;
  self->retired = NULL;
  self->reclaimed = 0;
}

/* The object that *source points to; it stays alive until the slot is changed. */
static void *hp_protect(struct hp_thread *self, _Atomic(void *) *source)
{
  void *seen = atomic_load(source);

  for (;;) {
    void *again;

    atomic_store(&self->domain->slots[self->index], seen);
    again = atomic_load(source);
    if (again == seen)
      return seen;
    seen = again;
  }
}

static void hp_clear(struct hp_thread *self)
{
  atomic_store(&self->domain->slots[self->index], NULL);
}

static bool hp_is_announced(struct hp_domain *domain, const void *object)
{
  for (unsigned i = 0; i < HP_THREADS; i++)
    if (atomic_load(&domain->slots[i]) == object)
      return true;
  return false;
}

/* Frees what this thread has retired and no thread announces. */
static void hp_scan(struct hp_thread *self)
{
  struct hp_retired **link = &self->retired;

  while (*link) {
    struct hp_retired *r = *link;

    if (hp_is_announced(self->domain, r->object)) {
      link = &r->next;
      continue;
    }
    *link = r->next;
    self->domain->reclaim(r->object);
    self->reclaimed++;
    free(r);
  }
}

/* The object was unlinked by this thread. */
static void hp_retire(struct hp_thread *self, void *object)
{
  struct hp_retired *r = malloc(sizeof *r);

  if (!r)
    return;
  r->object = object;
  r->next = self->retired;
  self->retired = r;
  hp_scan(self);
}

/* ---- stack */

struct node {
  unsigned value;
  struct node *next;
};

struct stack {
  _Atomic(void *) top;
};

static void node_free(void *object)
{
  free(object);
}

static bool stack_push(struct stack *s, unsigned value)
{
  struct node *n = malloc(sizeof *n);
  void *top;

  if (!n)
    return false;
  n->value = value;
  top = atomic_load(&s->top);
  do {
    n->next = top;
  } while (!atomic_compare_exchange_weak(&s->top, &top, n));
  return true;
}

static bool stack_pop(struct stack *s, struct hp_thread *self, unsigned *value)
{
  struct node *n;

  for (;;) {
    void *expected;

    n = hp_protect(self, &s->top);
    if (!n)
      break;
    expected = n;
    if (atomic_compare_exchange_strong(&s->top, &expected, n->next))
      break;
  }
  if (n)
    *value = n->value;
  hp_clear(self);
  if (!n)
    return false;
  hp_retire(self, n);
  return true;
}

/* ---- driver */

struct actor {
  pthread_t thread;
  struct hp_thread hazard;
  unsigned pushes;
  unsigned popped;
  bool success;
};

static struct hp_domain domain;
static struct stack stack;

static void *actor_main(void *argument)
{
  struct actor *self = argument;

  self->success = stack_push(&stack, self->pushes) && stack_pop(&stack, &self->hazard, &self->popped);
  return NULL;
}

int main(void)
{
  struct actor actors[HP_THREADS];
  struct hp_thread *first = &actors[0].hazard;
  unsigned sum = 0, value = 0;

  hp_domain_init(&domain, node_free);
  atomic_init(&stack.top, NULL);
  if (!stack_push(&stack, 1))
    return EXIT_FAILURE;
  for (unsigned i = 0; i < HP_THREADS; i++) {
    actors[i].pushes = 2u << i;
    actors[i].popped = 0;
    actors[i].success = false;
    hp_attach(&actors[i].hazard, &domain, i);
  }
  for (unsigned i = 0; i < HP_THREADS; i++)
    pthread_create(&actors[i].thread, NULL, actor_main, &actors[i]);
  for (unsigned i = 0; i < HP_THREADS; i++) {
    pthread_join(actors[i].thread, NULL);
    assert(actors[i].success);
    sum += actors[i].popped;
  }
  for (unsigned i = 0; i < HP_THREADS; i++)
    hp_scan(&actors[i].hazard);
  while (stack_pop(&stack, first, &value))
    sum += value;
  assert(sum == 1 + 2 + 4);
  assert(!actors[0].hazard.retired && !actors[1].hazard.retired);
  assert(actors[0].hazard.reclaimed + actors[1].hazard.reclaimed == 3);
  printf("sum %u\n", sum);
  return EXIT_SUCCESS;
}
