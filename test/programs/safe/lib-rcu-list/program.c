/*
 * Read-copy-update in user space, with deferred callbacks: readers mark themselves in a counter of their own; call_rcu()
 * queues a callback, and a reclaimer thread runs it after a grace period.  On top of it a list of access rules that
 * is read without locks.
 *
 * The driver: a request matches an address against two rules while an administrator removes one of them and adds another.
 *
 * memory: safe.  A removed rule is freed after a grace period that begins after its removal.  The grace period ends when every
 *   reader is outside or has entered after it began; a reader that announces itself only after the look of the
 *   grace period reads the list after that, and does not find the rule.  Announcing, unlinking and looking are sequentially
 *   consistent.  Removing keeps the removed rule's `next`, so a reader that has reached it can continue.
 * assert: safe.  Rule 2 is never changed and comes after the others: the address is found denied by it unless the added rule
 *   (in front) matches first, which has the same verdict.  At the end the reclaimer has freed one rule, and two are left.
 * race: safe.  `next` is atomic (release store, acquire load); a rule's fields are written before it is linked.  The free comes
 *   after the reader's store on leaving, which the grace period has read.  Updates are under a mutex, as are the callbacks.
 * deadlock: safe.  The reclaimer waits in a loop for callbacks or the end; both are changed under the lock and signalled.  A grace
 *   period waits for readers, which wait for no thread.
 * leak: safe.  The reclaimer runs all callbacks before it ends; main frees the rules in the list.  overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

/* ---- read-copy-update */

#define RCU_READERS 1
#define RCU_OUTSIDE 0u

struct rcu_head {
  struct rcu_head *next;
  void (*callback)(struct rcu_head *head);
};

struct rcu_reader {
  atomic_uint inside; /* the grace period at the entry, or RCU_OUTSIDE */
  unsigned nesting;   /* the reader's own */
};

static struct {
  atomic_uint period;
  struct rcu_reader readers[RCU_READERS];
  pthread_mutex_t lock;
  pthread_cond_t work;
  struct rcu_head *pending;
  bool ending;
  pthread_t reclaimer;
} rcu = { .period = 1, .lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER };

static inline void rcu_read_lock(struct rcu_reader *r)
{
  if (r->nesting++ == 0)
    atomic_store(&r->inside, atomic_load(&rcu.period));
}

static inline void rcu_read_unlock(struct rcu_reader *r)
{
  if (--r->nesting == 0)
    atomic_store(&r->inside, RCU_OUTSIDE);
}

static void rcu_synchronize(void)
{
  unsigned target = atomic_fetch_add(&rcu.period, 1) + 1;

  for (int i = 0; i < RCU_READERS; i++) {
    for (;;) {
      unsigned inside = atomic_load(&rcu.readers[i].inside);

      if (inside == RCU_OUTSIDE || inside >= target)
        break;
      sched_yield();
    }
  }
}

/* The callback is called after all readers that may know of the object have left. */
static void call_rcu(struct rcu_head *head, void (*callback)(struct rcu_head *))
{
  head->callback = callback;
  pthread_mutex_lock(&rcu.lock);
  head->next = rcu.pending;
  rcu.pending = head;
  pthread_cond_signal(&rcu.work);
  pthread_mutex_unlock(&rcu.lock);
}

static void *reclaimer_main(void *argument)
{
  (void)argument;
  for (;;) {
    struct rcu_head *batch;

    pthread_mutex_lock(&rcu.lock);
    while (!rcu.pending && !rcu.ending)
      pthread_cond_wait(&rcu.work, &rcu.lock);
    batch = rcu.pending;
    rcu.pending = NULL;
    pthread_mutex_unlock(&rcu.lock);
    if (!batch)
      return NULL;
    rcu_synchronize();
    while (batch) {
      struct rcu_head *next = batch->next;

      batch->callback(batch);
      batch = next;
    }
  }
}

static int rcu_start(void)
{
  return pthread_create(&rcu.reclaimer, NULL, reclaimer_main, NULL);
}

static void rcu_finish(void)
{
  pthread_mutex_lock(&rcu.lock);
  rcu.ending = true;
  pthread_cond_signal(&rcu.work);
  pthread_mutex_unlock(&rcu.lock);
  pthread_join(rcu.reclaimer, NULL);
}

/* ---- access rules */

enum verdict { ALLOW, DENY };

struct rule {
  _Atomic(struct rule *) next;
  uint8_t number;
  uint8_t address;
  uint8_t mask;
  enum verdict verdict;
  struct rcu_head rcu;
};

static struct {
  _Atomic(struct rule *) first;
  pthread_mutex_t lock; /* for changes */
  atomic_uint freed;
} rules = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int rule_add(uint8_t number, uint8_t address, uint8_t mask, enum verdict verdict)
{
  struct rule *r = malloc(sizeof *r);

  if (!r)
    return -1;
  r->number = number;
  r->address = address;
  r->mask = mask;
  r->verdict = verdict;
  pthread_mutex_lock(&rules.lock);
  atomic_init(&r->next, atomic_load_explicit(&rules.first, memory_order_relaxed));
  atomic_store_explicit(&rules.first, r, memory_order_seq_cst);
  pthread_mutex_unlock(&rules.lock);
  return 0;
}

static void rule_reclaim(struct rcu_head *head)
{
  free(container_of(head, struct rule, rcu));
  atomic_fetch_add(&rules.freed, 1);
}

static int rule_remove(uint8_t number)
{
  _Atomic(struct rule *) *link = &rules.first;
  struct rule *r;
  int error = -1;

  pthread_mutex_lock(&rules.lock);
  while ((r = atomic_load_explicit(link, memory_order_relaxed))) {
    if (r->number == number) {
      atomic_store(link, atomic_load_explicit(&r->next, memory_order_relaxed));
      call_rcu(&r->rcu, rule_reclaim);
      error = 0;
      break;
    }
    link = &r->next;
  }
  pthread_mutex_unlock(&rules.lock);
  return error;
}

static enum verdict rules_match(struct rcu_reader *reader, uint8_t address, unsigned *steps)
{
  enum verdict verdict = ALLOW;
  struct rule *r;

  rcu_read_lock(reader);
  for (r = atomic_load(&rules.first); r; r = atomic_load_explicit(&r->next, memory_order_acquire)) {
    ++*steps;
    if ((address & r->mask) == r->address) {
      verdict = r->verdict;
      break;
    }
  }
  rcu_read_unlock(reader);
  return verdict;
}

/* ---- driver */

static void *request_main(void *argument)
{
  unsigned *steps = argument;
  enum verdict verdict = rules_match(&rcu.readers[0], 0x2a, steps);

  assert(verdict == DENY);
  return NULL;
}

static void *admin_main(void *argument)
{
  int *status = argument;

  *status = rule_remove(1);
  if (*status == 0)
    *status = rule_add(3, 0x2a, 0xff, DENY);
  return NULL;
}

int main(void)
{
  pthread_t request, admin;
  unsigned steps = 0, left = 0;
  int status = -1;
  struct rule *r, *next;

  if (rule_add(2, 0x20, 0xf0, DENY) != 0 || rule_add(1, 0x15, 0xff, ALLOW) != 0)
    return EXIT_FAILURE;
  if (rcu_start() != 0)
    return EXIT_FAILURE;
  pthread_create(&request, NULL, request_main, &steps);
  pthread_create(&admin, NULL, admin_main, &status);
  pthread_join(request, NULL);
  pthread_join(admin, NULL);
  rcu_finish();
  assert(status == 0);
  assert(steps >= 1 && steps <= 2);
  assert(atomic_load(&rules.freed) == 1);
  for (r = atomic_load(&rules.first); r; r = next) {
    next = atomic_load(&r->next);
    free(r);
    left++;
  }
  assert(left == 2);
  printf("%u steps\n", steps);
  return EXIT_SUCCESS;
}
