/*
 * A slab allocator with per-thread magazines: a thread allocates from and frees to its own magazine without a lock; full and
 * empty magazines are exchanged with a shared depot.  Objects travel between threads through a mailbox.
 *
 * assert: safe.  An object is in one place at a time, so the cookie that its user wrote is still there when it is freed; at
 *   the end every object is back in the depot.
 * race: safe.  Depot and slab list are touched under the depot lock, the mailbox under its own; a magazine belongs to one
 *   thread, and an object to the thread that holds it, each handed over under a lock.
 * deadlock: safe.  No two locks are held together, and no thread waits for a condition.
 * memory: safe.  Objects stay inside their slab; magazines have MAG_SIZE rounds, checked before each push and pop.
 * leak: safe.  Slabs and magazines are freed by main.  uninit: safe: free-list links and cookies are written before they
 *   are read.  overflow: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define MAG_SIZE 2
#define SLAB_OBJECTS 3
#define THREADS 2
#define ROUNDS 2

struct object {
  unsigned cookie;
  struct object *next_free;
};

struct slab {
  struct object objects[SLAB_OBJECTS];
  struct slab *next;
};

struct magazine {
  int rounds;
  struct object *round[MAG_SIZE];
};

struct depot {
  pthread_mutex_t lock;
  struct slab *slabs;
  struct object *free_list;
  unsigned total, free_count;
};

static struct depot depot = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct {
  pthread_mutex_t lock;
  struct object *parcel;
} mailbox = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- depot; callers hold the lock */

static bool depot_grow(void)
{
  struct slab *s = malloc(sizeof *s);

  if (!s)
    return false;
  for (int i = 0; i < SLAB_OBJECTS; i++) {
    s->objects[i].cookie = 0;
    s->objects[i].next_free = depot.free_list;
    depot.free_list = &s->objects[i];
  }
  s->next = depot.slabs;
  depot.slabs = s;
  depot.total += SLAB_OBJECTS;
  depot.free_count += SLAB_OBJECTS;
  return true;
}

static struct object *depot_take(void)
{
  struct object *o;

  if (!depot.free_list && !depot_grow())
    return NULL;
  o = depot.free_list;
  depot.free_list = o->next_free;
  o->next_free = NULL;
  depot.free_count--;
  return o;
}

static void depot_give(struct object *o)
{
  o->next_free = depot.free_list;
  depot.free_list = o;
  depot.free_count++;
}

/* ---- magazines */

static struct magazine *magazine_new(void)
{
  struct magazine *m = malloc(sizeof *m);
  if (!m)
    abort();
  m->rounds = 0;
  for (int i = 0; i < MAG_SIZE; i++)
    m->round[i] = NULL;
  return m;
}

static void magazine_fill(struct magazine *m)
{
  pthread_mutex_lock(&depot.lock);
  while (m->rounds < MAG_SIZE) {
    struct object *o = depot_take();
    if (!o)
      break;
    m->round[m->rounds++] = o;
  }
  pthread_mutex_unlock(&depot.lock);
}

static void magazine_empty(struct magazine *m)
{
  pthread_mutex_lock(&depot.lock);
  while (m->rounds > 0)
    depot_give(m->round[--m->rounds]);
  pthread_mutex_unlock(&depot.lock);
}

static struct object *slab_alloc(struct magazine *m)
{
  if (m->rounds == 0)
    magazine_fill(m);
  return m->rounds > 0 ? m->round[--m->rounds] : NULL;
}

static void slab_free(struct magazine *m, struct object *o)
{
  if (m->rounds == MAG_SIZE)
    magazine_empty(m);
  m->round[m->rounds++] = o;
}

/* ---- users */

/* Puts an object into the mailbox and returns the one that was there. */
static struct object *mailbox_swap(struct object *o)
{
  struct object *old;

  pthread_mutex_lock(&mailbox.lock);
  old = mailbox.parcel;
  mailbox.parcel = o;
  pthread_mutex_unlock(&mailbox.lock);
  return old;
}

static unsigned cookie_for(unsigned thread, unsigned round)
{
  return 0xc0de0000u | thread << 8 | round;
}

struct user {
  pthread_t thread;
  unsigned id;
  struct magazine *magazine;
  unsigned received;
};

static void *user_main(void *arg)
{
  struct user *u = arg;

  for (unsigned r = 0; r < ROUNDS; r++) {
    struct object *mine = slab_alloc(u->magazine);
    struct object *sent = slab_alloc(u->magazine);
    struct object *got;

    if (!mine || !sent)
      abort();
    mine->cookie = cookie_for(u->id, r);
    sent->cookie = cookie_for(u->id, 100 + r);
    got = mailbox_swap(sent);
    if (got) {
      assert((got->cookie & 0xffff0000u) == 0xc0de0000u && (got->cookie & 0xffu) >= 100);
      slab_free(u->magazine, got);
      u->received++;
    }
    assert(mine->cookie == cookie_for(u->id, r));
    slab_free(u->magazine, mine);
  }
  magazine_empty(u->magazine);
  return NULL;
}

int main(void)
{
  struct user users[THREADS];
  unsigned received = 0;

  for (unsigned i = 0; i < THREADS; i++) {
    users[i].id = i;
    users[i].received = 0;
    users[i].magazine = magazine_new();
    pthread_create(&users[i].thread, NULL, user_main, &users[i]);
  }
  for (unsigned i = 0; i < THREADS; i++) {
    pthread_join(users[i].thread, NULL);
    received += users[i].received;
    free(users[i].magazine);
  }
  if (mailbox.parcel) {
    depot_give(mailbox.parcel);
    received++;
  }
  assert(received == THREADS * ROUNDS);
  assert(depot.free_count == depot.total);
  printf("%u objects in slabs, %u parcels\n", depot.total, received);
  while (depot.slabs) {
    struct slab *s = depot.slabs;
    depot.slabs = s->next;
    free(s);
  }
  return 0;
}
