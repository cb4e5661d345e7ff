/*
 * A rate limiter: token buckets per tenant below a shared bucket, a refill tick, and requests of varying cost.
 *
 * assert: UNSAFE.  bucket_take() checks the balance and subtracts in a second atomic step.  Two requests may both pass
 *   the check, and the balance goes negative.  Whether it can is a matter of the input: the costs (1 to 3) of two requests
 *   that overlap must exceed what is in the shared bucket.
 * race: safe.  All shared numbers are atomic; the policy table is constant.
 * deadlock: safe (joins only; the loop of the refill retries only if another thread changed the balance).
 * overflow: safe.  Costs are reduced to 1..3, balances stay between -2 * 3 and the capacity.
 * memory, leak, uninit: safe.  Limiter on the heap, freed after the joins; tenant numbers are below TENANTS.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned int __VERIFIER_nondet_uint(void);

#define TENANTS 2
#define REQUESTS 2
#define TICKS 2

enum verdict { ADMITTED, TENANT_LIMIT, SHARED_LIMIT, VERDICTS };

struct policy {
  const char *name;
  int capacity;
  int refill;
};

struct bucket {
  atomic_int tokens;
  const struct policy *policy;
};

struct limiter {
  struct bucket shared;
  struct bucket tenants[TENANTS];
  atomic_uint outcome[VERDICTS];
  atomic_int spent;
};

static const struct policy shared_policy = { "shared", 4, 1 };
static const struct policy tenant_policies[TENANTS] = {
  { "gold", 4, 2 },
  { "basic", 3, 1 },
};

static void bucket_init(struct bucket *b, const struct policy *p)
{
  atomic_init(&b->tokens, p->capacity);
  b->policy = p;
}

static bool bucket_take(struct bucket *b, int cost)
{
  if (atomic_load(&b->tokens) < cost)
    return false;
  int left = atomic_fetch_sub(&b->tokens, cost) - cost;
  assert(left >= 0);
  return true;
}

static void bucket_give(struct bucket *b, int amount)
{
  int old = atomic_load(&b->tokens);
  int new;

  do {
    new = old + amount;
    if (new > b->policy->capacity)
      new = b->policy->capacity;
  } while (!atomic_compare_exchange_strong(&b->tokens, &old, new));
}

static enum verdict limiter_admit(struct limiter *l, unsigned tenant, int cost)
{
  enum verdict v = ADMITTED;

  if (!bucket_take(&l->tenants[tenant], cost)) {
    v = TENANT_LIMIT;
    goto out;
  }
  if (!bucket_take(&l->shared, cost)) {
    bucket_give(&l->tenants[tenant], cost); /* refund */
    v = SHARED_LIMIT;
    goto out;
  }
  atomic_fetch_add(&l->spent, cost);
out:
  atomic_fetch_add(&l->outcome[v], 1);
  return v;
}

static void limiter_tick(struct limiter *l)
{
  for (unsigned i = 0; i < TENANTS; i++)
    bucket_give(&l->tenants[i], l->tenants[i].policy->refill);
  bucket_give(&l->shared, l->shared.policy->refill);
}

static struct limiter *limiter_new(void)
{
  struct limiter *l = malloc(sizeof *l);

  if (!l)
    return NULL;
  bucket_init(&l->shared, &shared_policy);
  for (unsigned i = 0; i < TENANTS; i++)
    bucket_init(&l->tenants[i], &tenant_policies[i]);
  for (unsigned v = 0; v < VERDICTS; v++)
    atomic_init(&l->outcome[v], 0);
  atomic_init(&l->spent, 0);
  return l;
}

struct tenant {
  pthread_t thread;
  struct limiter *limiter;
  unsigned id;
  unsigned admitted;
};

static inline int request_cost(void)
{
  return 1 + (int)(__VERIFIER_nondet_uint() % 3u);
}

static void *tenant_main(void *arg)
{
  struct tenant *t = arg;

  for (int i = 0; i < REQUESTS; i++)
    if (limiter_admit(t->limiter, t->id, request_cost()) == ADMITTED)
      t->admitted++;
  return NULL;
}

static void *clock_main(void *arg)
{
  for (int i = 0; i < TICKS; i++)
    limiter_tick(arg);
  return NULL;
}

int main(void)
{
  struct limiter *l = limiter_new();
  struct tenant tenants[TENANTS];
  pthread_t clock;
  unsigned admitted = 0, total = 0;

  if (!l)
    return 1;
  for (unsigned i = 0; i < TENANTS; i++) {
    tenants[i].limiter = l;
    tenants[i].id = i;
    tenants[i].admitted = 0;
    pthread_create(&tenants[i].thread, NULL, tenant_main, &tenants[i]);
  }
  pthread_create(&clock, NULL, clock_main, l);
  for (unsigned i = 0; i < TENANTS; i++) {
    pthread_join(tenants[i].thread, NULL);
    admitted += tenants[i].admitted;
  }
  pthread_join(clock, NULL);

  for (unsigned v = 0; v < VERDICTS; v++)
    total += atomic_load(&l->outcome[v]);
  assert(total == TENANTS * REQUESTS);
  assert(admitted == atomic_load(&l->outcome[ADMITTED]));
  assert(atomic_load(&l->spent) <= shared_policy.capacity + TICKS * shared_policy.refill);
  printf("%u of %u admitted, %d tokens spent\n", admitted, total, atomic_load(&l->spent));
  free(l);
  return 0;
}
