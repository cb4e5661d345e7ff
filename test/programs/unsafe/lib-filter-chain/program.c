/*
 * Audio filters called through a table of function pointers.  A chain is built from a list of names; each filter has its own state.  The
 * "reverb" filter is licensed: a fixed number of instances may exist at a time.
 *
 * The bug is in the error path of chain_build(): when a filter cannot be created, the filters before it are destroyed, and
 * then chain_free() is called, which destroys them again because the chain's count was not reset.
 *
 * memory: UNSAFE.  Two workers build a chain of gain and reverb, and there is one licence.  If the second worker comes to its
 *   reverb while the first one holds the licence, its gain filter is freed twice.  (One after the other, both succeed.)
 * assert: safe.  At most one licence is in use at a time.  A chain that was built gives the samples that its filters compute, and at the
 *   end no licence is in use.
 * race: safe.  A chain belongs to its worker; the licence count is under a lock; the table of filters is constant.
 * deadlock: safe.  One lock, no waiting under it.
 * leak: safe.  A chain that was built is freed by its worker.  overflow: safe, samples and gains are small.  uninit: safe.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHAIN_MAX 4
#define LICENCES 1

/* ---- licences */

static struct {
  pthread_mutex_t lock;
  unsigned in_use;
} licences = { .lock = PTHREAD_MUTEX_INITIALIZER };

static bool licence_take(void)
{
  bool granted;

  pthread_mutex_lock(&licences.lock);
  granted = licences.in_use < LICENCES;
  if (granted)
    licences.in_use++;
  assert(licences.in_use <= LICENCES);
  pthread_mutex_unlock(&licences.lock);
  return granted;
}

static void licence_return(void)
{
  pthread_mutex_lock(&licences.lock);
  licences.in_use--;
  pthread_mutex_unlock(&licences.lock);
}

/* ---- filters */

struct filter_ops {
  const char *name;
  int (*create)(void **state);
  int (*apply)(void *state, int sample);
  void (*destroy)(void *state);
};

struct gain {
  int factor;
};

static int gain_create(void **state)
{
  struct gain *g = malloc(sizeof *g);

  if (!g)
    return -ENOMEM;
  g->factor = 3;
  *state = g;
  return 0;
}

static int gain_apply(void *state, int sample)
{
  const struct gain *g = state;

  return sample * g->factor;
}

static void gain_destroy(void *state)
{
  free(state);
}

struct reverb {
  int delayed[2];
  unsigned at;
};

static int reverb_create(void **state)
{
  struct reverb *r;

  if (!licence_take())
    return -EUSERS;
  r = calloc(1, sizeof *r);
  if (!r) {
    licence_return();
    return -ENOMEM;
  }
  *state = r;
  return 0;
}

static int reverb_apply(void *state, int sample)
{
  struct reverb *r = state;
  int result = sample + r->delayed[r->at] / 2;

  r->delayed[r->at] = sample;
  r->at ^= 1;
  return result;
}

static void reverb_destroy(void *state)
{
  free(state);
  licence_return();
}

static const struct filter_ops filters[] = {
  { "gain", gain_create, gain_apply, gain_destroy },
  { "reverb", reverb_create, reverb_apply, reverb_destroy },
};

static const struct filter_ops *filter_find(const char *name)
{
  for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++)
    if (strcmp(filters[i].name, name) == 0)
      return &filters[i];
  return NULL;
}

/* ---- chains */

struct chain {
  unsigned count;
  struct {
    const struct filter_ops *ops;
    void *state;
  } stages[CHAIN_MAX];
};

static void chain_free(struct chain *c)
{
  for (unsigned i = c->count; i-- > 0;)
    c->stages[i].ops->destroy(c->stages[i].state);
  free(c);
}

static int chain_append(struct chain *c, const char *name)
{
  const struct filter_ops *ops = filter_find(name);
  int error;

  if (!ops)
    return -ENOENT;
  if (c->count == CHAIN_MAX)
    return -ENOSPC;
  error = ops->create(&c->stages[c->count].state);
  if (error)
    return error;
  c->stages[c->count].ops = ops;
  c->count++;
  return 0;
}

static int chain_build(struct chain **out, const char *const *names, unsigned count)
{
  struct chain *c = calloc(1, sizeof *c);
  int error = 0;

  if (!c)
    return -ENOMEM;
  for (unsigned i = 0; i < count; i++) {
    error = chain_append(c, names[i]);
    if (error)
      goto undo;
  }
  *out = c;
  return 0;
undo:
  for (unsigned i = c->count; i-- > 0;)
    c->stages[i].ops->destroy(c->stages[i].state);
  chain_free(c);
  return error;
}

static int chain_apply(struct chain *c, int sample)
{
  for (unsigned i = 0; i < c->count; i++)
    sample = c->stages[i].ops->apply(c->stages[i].state, sample);
  return sample;
}

/* ---- driver: two tracks */

#define TRACKS 2
#define SAMPLES 3

struct track {
  pthread_t thread;
  int samples[SAMPLES];
  int status;
};

static void *track_main(void *argument)
{
  static const char *const names[] = { "gain", "reverb" };
  struct track *t = argument;
  struct chain *chain;

  t->status = chain_build(&chain, names, 2);
  if (t->status != 0)
    return NULL;
  for (int i = 0; i < SAMPLES; i++)
    t->samples[i] = chain_apply(chain, t->samples[i]);
  chain_free(chain);
  return NULL;
}

int main(void)
{
  struct track tracks[TRACKS] = {
    { .samples = { 1, 2, 3 } },
    { .samples = { 4, 0, 4 } },
  };
  unsigned done = 0;

  for (int i = 0; i < TRACKS; i++)
    pthread_create(&tracks[i].thread, NULL, track_main, &tracks[i]);
  for (int i = 0; i < TRACKS; i++) {
    pthread_join(tracks[i].thread, NULL);
    if (tracks[i].status == 0)
      done++;
  }
  assert(licences.in_use == 0);
  assert(done == TRACKS);
  assert(tracks[0].samples[0] == 3 && tracks[0].samples[2] == 10);
  assert(tracks[1].samples[2] == 18);
  printf("%u tracks\n", done);
  return EXIT_SUCCESS;
}
