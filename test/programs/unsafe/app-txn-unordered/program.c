/*
 * A transaction manager with a lock table (two-phase locking, one mutex per row), bank transfers as transactions,
 * and an auditor that locks all rows.
 *
 * deadlock: UNSAFE.  A transaction takes its row locks in the order in which the statements name them.  The transfers
 *   0 -> 1, 1 -> 2 and 2 -> 0 run in three threads: when each has its first row, no thread gets the second.  Two threads
 *   suffice as well: the auditor takes the rows in ascending order and meets the transfer 2 -> 0.
 * assert: safe.  Rows change only under their locks and a transaction keeps its locks until commit or rollback; the
 *   auditor holds all rows, so it always sees the full total.  The savepoint log never has more entries than rows locked.
 * race: safe.  Balances are touched under the row lock; statistics have their own lock (a leaf lock, no cycle).
 * memory, leak, overflow, uninit: safe.  Transactions live on their thread's stack; a transfer of at most 30 out of
 *   balances that start at 100 stays far from the limits; the rows are initialised before the threads start.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#define ROWS 3
#define START 100
#define MAX_LOCKS 3

struct row {
  pthread_mutex_t lock;
  int balance;
};

enum txn_state { TXN_ACTIVE, TXN_COMMITTED, TXN_ABORTED };

struct undo {
  int row;
  int old_balance;
};

struct txn {
  enum txn_state state;
  int held[MAX_LOCKS];
  int held_count;
  struct undo log[MAX_LOCKS];
  int log_count;
};

static struct row rows[ROWS];

static struct {
  pthread_mutex_t lock;
  unsigned committed, aborted, audits;
} stats = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void txn_begin(struct txn *t)
{
  t->state = TXN_ACTIVE;
  t->held_count = 0;
  t->log_count = 0;
}

static int txn_holds(const struct txn *t, int row)
{
  for (int i = 0; i < t->held_count; i++)
    if (t->held[i] == row)
      return 1;
  return 0;
}

static int txn_lock(struct txn *t, int row)
{
  if (row < 0 || row >= ROWS)
    return -EINVAL;
  if (txn_holds(t, row))
    return 0;
  if (t->held_count == MAX_LOCKS)
    return -ENOLCK;
  pthread_mutex_lock(&rows[row].lock);
  t->held[t->held_count++] = row;
  return 0;
}

static int txn_read(struct txn *t, int row, int *value)
{
  int rc = txn_lock(t, row);
  if (rc == 0)
    *value = rows[row].balance;
  return rc;
}

static int txn_write(struct txn *t, int row, int value)
{
  int rc = txn_lock(t, row);
  if (rc < 0)
    return rc;
  assert(t->log_count < MAX_LOCKS);
  t->log[t->log_count].row = row;
  t->log[t->log_count].old_balance = rows[row].balance;
  t->log_count++;
  rows[row].balance = value;
  return 0;
}

static void txn_end(struct txn *t, enum txn_state state)
{
  if (state == TXN_ABORTED)
    while (t->log_count > 0) {
      struct undo *u = &t->log[--t->log_count];
      rows[u->row].balance = u->old_balance;
    }
  t->state = state;
  pthread_mutex_lock(&stats.lock);
  if (state == TXN_COMMITTED)
    stats.committed++;
  else
    stats.aborted++;
  pthread_mutex_unlock(&stats.lock);
  while (t->held_count > 0)
    pthread_mutex_unlock(&rows[t->held[--t->held_count]].lock);
}

static int transfer(int from, int to, int amount)
{
  struct txn t;
  int src, dst, rc;

  txn_begin(&t);
  if ((rc = txn_read(&t, from, &src)) < 0)
    goto rollback;
  if ((rc = txn_write(&t, from, src - amount)) < 0)
    goto rollback;
  if (src < amount) {
    rc = -ERANGE;
    goto rollback;
  }
  if ((rc = txn_read(&t, to, &dst)) < 0)
    goto rollback;
  if ((rc = txn_write(&t, to, dst + amount)) < 0)
    goto rollback;
  txn_end(&t, TXN_COMMITTED);
  return 0;

rollback:
  txn_end(&t, TXN_ABORTED);
  return rc;
}

struct teller {
  pthread_t thread;
  int from, to, amount;
};

static void *teller_main(void *arg)
{
  struct teller *t = arg;
  transfer(t->from, t->to, t->amount);
  return NULL;
}

static void *auditor_main(void *arg)
{
  struct txn t;
  int total = 0;

  (void)arg;
  txn_begin(&t);
  for (int i = 0; i < ROWS; i++) {
    int value = 0;
    if (txn_read(&t, i, &value) < 0)
      break;
    total += value;
  }
  assert(total == ROWS * START);
  txn_end(&t, TXN_COMMITTED);
  pthread_mutex_lock(&stats.lock);
  stats.audits++;
  pthread_mutex_unlock(&stats.lock);
  return NULL;
}

int main(void)
{
  struct teller tellers[] = {
    { .from = 0, .to = 1, .amount = 30 },
    { .from = 1, .to = 2, .amount = 20 },
    { .from = 2, .to = 0, .amount = 10 },
  };
  const int count = sizeof tellers / sizeof tellers[0];
  pthread_t auditor;
  int total = 0;

  for (int i = 0; i < ROWS; i++) {
    pthread_mutex_init(&rows[i].lock, NULL);
    rows[i].balance = START;
  }
  for (int i = 0; i < count; i++)
    pthread_create(&tellers[i].thread, NULL, teller_main, &tellers[i]);
  pthread_create(&auditor, NULL, auditor_main, NULL);
  for (int i = 0; i < count; i++)
    pthread_join(tellers[i].thread, NULL);
  pthread_join(auditor, NULL);

  for (int i = 0; i < ROWS; i++) {
    total += rows[i].balance;
    pthread_mutex_destroy(&rows[i].lock);
  }
  assert(total == ROWS * START);
  assert(stats.committed == 4 && stats.aborted == 0 && stats.audits == 1);
  printf("%u committed, %u aborted, total %d\n", stats.committed, stats.aborted, total);
  return 0;
}
