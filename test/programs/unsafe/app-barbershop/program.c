/*
 * The sleeping barber: customers take a chair in the waiting room or leave; the barber sleeps when no customer waits.
 *
 * deadlock: UNSAFE.  The barber looks into the waiting room in one critical section and lies down to sleep in the next
 *   one.  A customer who sits down in between sees a barber who is still awake and does not ring; the barber sleeps with a
 *   customer waiting.  Unless a later customer rings, all wait forever: the customer for the haircut, the barber for the
 *   bell, main for the customer.
 * assert: safe.  The chairs are counted under the lock; every customer is either served or turned away.
 * race: safe.  The shop is touched under its lock; each customer's outcome is read after the join.
 * memory, overflow, leak, uninit: safe.  The queue holds at most CHAIRS customers (checked under the lock); no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>

#define CHAIRS 2u
#define CUSTOMERS 3

enum outcome { NOTHING, SERVED, TURNED_AWAY };

struct customer {
  int number;
  sem_t done;
  enum outcome outcome;
  pthread_t thread;
};

struct shop {
  pthread_mutex_t lock;
  pthread_cond_t bell;
  struct customer *chairs[CHAIRS];
  unsigned first, waiting;
  bool barber_asleep;
  bool closing;
  unsigned haircuts, naps;
};

static struct shop shop = {
  .lock = PTHREAD_MUTEX_INITIALIZER,
  .bell = PTHREAD_COND_INITIALIZER,
};

/* Caller holds the lock. */
static void ring_bell(void)
{
  if (shop.barber_asleep) {
    shop.barber_asleep = false;
    pthread_cond_signal(&shop.bell);
  }
}

static bool take_chair(struct customer *c)
{
  bool seated = false;

  pthread_mutex_lock(&shop.lock);
  if (shop.waiting < CHAIRS) {
    shop.chairs[(shop.first + shop.waiting) % CHAIRS] = c;
    shop.waiting++;
    seated = true;
    ring_bell();
  }
  pthread_mutex_unlock(&shop.lock);
  return seated;
}

/* The next customer, or NULL if no customer waits; reports whether the shop is closing. */
static struct customer *next_customer(bool *closing)
{
  struct customer *c = NULL;

  pthread_mutex_lock(&shop.lock);
  *closing = shop.closing;
  if (shop.waiting > 0) {
    c = shop.chairs[shop.first];
    shop.first = (shop.first + 1) % CHAIRS;
    shop.waiting--;
  }
  pthread_mutex_unlock(&shop.lock);
  return c;
}

static void sleep_until_bell(void)
{
  pthread_mutex_lock(&shop.lock);
  if (!shop.closing) {
    shop.barber_asleep = true;
    shop.naps++;
    while (shop.barber_asleep)
      pthread_cond_wait(&shop.bell, &shop.lock);
  }
  pthread_mutex_unlock(&shop.lock);
}

static void cut_hair(struct customer *c)
{
  pthread_mutex_lock(&shop.lock);
  shop.haircuts++;
  pthread_mutex_unlock(&shop.lock);
  c->outcome = SERVED;
  sem_post(&c->done);
}

static void *barber_main(void *arg)
{
  bool closing;

  (void)arg;
  for (;;) {
    struct customer *c = next_customer(&closing);
    if (c)
      cut_hair(c);
    else if (closing)
      break;
    else
      sleep_until_bell();
  }
  return NULL;
}

static void *customer_main(void *arg)
{
  struct customer *c = arg;

  if (!take_chair(c)) {
    c->outcome = TURNED_AWAY;
    return NULL;
  }
  sem_wait(&c->done);
  return NULL;
}

static void close_shop(void)
{
  pthread_mutex_lock(&shop.lock);
  shop.closing = true;
  ring_bell();
  pthread_mutex_unlock(&shop.lock);
}

int main(void)
{
  struct customer customers[CUSTOMERS];
  pthread_t barber;
  unsigned served = 0, away = 0;

  pthread_create(&barber, NULL, barber_main, NULL);
  for (int i = 0; i < CUSTOMERS; i++) {
    customers[i].number = i;
    customers[i].outcome = NOTHING;
    sem_init(&customers[i].done, 0, 0);
    pthread_create(&customers[i].thread, NULL, customer_main, &customers[i]);
  }
  for (int i = 0; i < CUSTOMERS; i++) {
    pthread_join(customers[i].thread, NULL);
    assert(customers[i].outcome != NOTHING);
    if (customers[i].outcome == SERVED)
      served++;
    else
      away++;
  }
  close_shop();
  pthread_join(barber, NULL);

  assert(served == shop.haircuts && served + away == CUSTOMERS);
  printf("%u served, %u turned away, %u naps\n", served, away, shop.naps);
  for (int i = 0; i < CUSTOMERS; i++)
    sem_destroy(&customers[i].done);
  return 0;
}
