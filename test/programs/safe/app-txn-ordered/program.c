/*
 * A transaction manager whose transactions declare their rows first and lock them in ascending order; transfers come from
 * the outside (inputs), an auditor sums up all rows.
 *
 * deadlock: safe.  Every transaction sorts its lock set and takes the locks in ascending order, the auditor as well; the
 *   statistics lock is taken last and alone.
 * overflow: safe for all inputs.  An amount is accepted only if it is positive and not larger than the balance of the source,
 *   and the sum of all balances is constant (300), so no balance can exceed it.
 * assert: safe.  Money is conserved, balances are never negative, and every transfer is counted once.
 * race: safe.  Rows are touched under their locks, statistics under theirs.
 * memory: safe.  Row numbers from outside are range-checked before use; equal rows are locked once.
 * leak, uninit: safe.  No heap; a transaction uses only the part of its arrays that it has filled.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define ROWS 3
#define START 100
#define TELLERS 2

struct row {
  pthread_mutex_t lock;
  int balance;
};

struct lock_set {
  int rows[ROWS];
  int count;
};

static struct row rows[ROWS];

enum result { OK, BAD_ROW, BAD_AMOUNT, NO_FUNDS, RESULTS };

static struct {
  pthread_mutex_t lock;
  unsigned count[RESULTS];
  int moved;
} stats = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- lock sets */

static void lock_set_add(struct lock_set *s, int row)
{
  int i = s->count;

  for (int k = 0; k < s->count; k++)
    if (s->rows[k] == row)
      return;
  while (i > 0 && s->rows[i - 1] > row) {
    s->rows[i] = s->rows[i - 1];
    i--;
  }
  s->rows[i] = row;
  s->count++;
}

static void lock_set_acquire(const struct lock_set *s)
{
  for (int i = 0; i < s->count; i++) {
    assert(i == 0 || s->rows[i - 1] < s->rows[i]);
    pthread_mutex_lock(&rows[s->rows[i]].lock);
  }
}

static void lock_set_release(const struct lock_set *s)
{
  for (int i = s->count; i-- > 0;)
    pthread_mutex_unlock(&rows[s->rows[i]].lock);
}

/* ---- transactions */

static int row_exists(int row)
{
  return row >= 0 && row < ROWS;
}

static enum result transfer(int from, int to, int amount)
{
  struct lock_set locks = { .count = 0 };
  enum result result = OK;

  if (!row_exists(from) || !row_exists(to))
    return BAD_ROW;
  if (amount <= 0)
    return BAD_AMOUNT;

  lock_set_add(&locks, from);
  lock_set_add(&locks, to);
  lock_set_acquire(&locks);
  if (amount > rows[from].balance) {
    result = NO_FUNDS;
    goto out;
  }
  rows[from].balance -= amount;
  rows[to].balance += amount;
  assert(rows[from].balance >= 0 && rows[to].balance <= ROWS * START);
out:
  lock_set_release(&locks);
  return result;
}

static int audit(void)
{
  struct lock_set locks = { .count = 0 };
  int total = 0;

  for (int i = ROWS; i-- > 0;)
    lock_set_add(&locks, i);
  lock_set_acquire(&locks);
  for (int i = 0; i < ROWS; i++)
    total += rows[i].balance;
  lock_set_release(&locks);
  return total;
}

static void record(enum result result, int amount)
{
  pthread_mutex_lock(&stats.lock);
  stats.count[result]++;
  if (result == OK)
    stats.moved += amount;
  pthread_mutex_unlock(&stats.lock);
}

/* ---- threads */

static void *teller_main(void *arg)
{
  int from = __VERIFIER_nondet_int();
  int to = __VERIFIER_nondet_int();
  int amount = __VERIFIER_nondet_int();

  (void)arg;
  record(transfer(from, to, amount), amount);
  return NULL;
}

static void *clerk_main(void *arg)
{
  (void)arg;
  record(transfer(2, 0, 40), 40);
  return NULL;
}

static void *auditor_main(void *arg)
{
  (void)arg;
  int total = audit();
  assert(total == ROWS * START);
  return NULL;
}

int main(void)
{
  pthread_t tellers[TELLERS], clerk, auditor;
  unsigned transfers = 0;

  for (int i = 0; i < ROWS; i++) {
    pthread_mutex_init(&rows[i].lock, NULL);
    rows[i].balance = START;
  }
  for (int i = 0; i < TELLERS; i++)
    pthread_create(&tellers[i], NULL, teller_main, NULL);
  pthread_create(&clerk, NULL, clerk_main, NULL);
  pthread_create(&auditor, NULL, auditor_main, NULL);
  for (int i = 0; i < TELLERS; i++)
    pthread_join(tellers[i], NULL);
  pthread_join(clerk, NULL);
  pthread_join(auditor, NULL);

  for (int r = 0; r < RESULTS; r++)
    transfers += stats.count[r];
  assert(transfers == TELLERS + 1);
  int total = audit();
  assert(total == ROWS * START);
  printf("%u of %u transfers done, %d moved\n", stats.count[OK], transfers, stats.moved);
  for (int i = 0; i < ROWS; i++)
    pthread_mutex_destroy(&rows[i].lock);
  return 0;
}
