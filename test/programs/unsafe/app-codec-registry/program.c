/*
 * A lazily built registry of codecs behind an opaque handle, with double-checked locking.
 *
 * race: UNSAFE.  registry_get() reads the plain pointer `instance` without the lock; the builder writes it under the
 *   lock.  A reader that takes the fast path is ordered after nothing: neither the pointer nor the fields it points to.
 * assert: safe.  Under sequential consistency the pointer is published after the registry is complete, so a thread that
 *   sees it sees everything; all users get the same registry.
 * deadlock: safe (one lock, short sections).
 * memory: safe.  The registry is freed by main after all joins.  Codec tables are constant; indices stay below `count`.
 * leak, uninit, overflow: safe.  Only one thread builds (second check under the lock); it is freed at the end.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLIENTS 3
#define MAX_CODECS 4
#define BUF 16

typedef struct registry registry_t; /* opaque to clients */

struct codec {
  const char *name;
  unsigned char magic;
  size_t (*encode)(const unsigned char *in, size_t n, unsigned char *out, size_t room);
  size_t (*decode)(const unsigned char *in, size_t n, unsigned char *out, size_t room);
};

struct registry {
  const struct codec *codecs[MAX_CODECS];
  unsigned count;
  unsigned char by_magic[8];
};

/* ---- codecs */

static size_t raw_copy(const unsigned char *in, size_t n, unsigned char *out, size_t room)
{
  size_t i;
  for (i = 0; i < n && i < room; i++)
    out[i] = in[i];
  return i;
}

static size_t rle_encode(const unsigned char *in, size_t n, unsigned char *out, size_t room)
{
  size_t o = 0;
  for (size_t i = 0; i < n;) {
    size_t run = 1;
    while (i + run < n && in[i + run] == in[i])
      run++;
    if (o + 2 > room)
      return 0;
    out[o++] = (unsigned char)run;
    out[o++] = in[i];
    i += run;
  }
  return o;
}

static size_t rle_decode(const unsigned char *in, size_t n, unsigned char *out, size_t room)
{
  size_t o = 0;
  for (size_t i = 0; i + 1 < n; i += 2)
    for (unsigned char k = 0; k < in[i]; k++) {
      if (o == room)
        return 0;
      out[o++] = in[i + 1];
    }
  return o;
}

static size_t xor_code(const unsigned char *in, size_t n, unsigned char *out, size_t room)
{
  size_t i;
  for (i = 0; i < n && i < room; i++)
    out[i] = in[i] ^ 0x55;
  return i;
}

static const struct codec builtin[] = {
  { "raw", 1, raw_copy, raw_copy },
  { "rle", 2, rle_encode, rle_decode },
  { "xor", 5, xor_code, xor_code },
};

/* ---- the registry */

static pthread_mutex_t instance_lock = PTHREAD_MUTEX_INITIALIZER;
static registry_t *instance;
static atomic_uint builds;

static registry_t *registry_build(void)
{
  registry_t *r = malloc(sizeof *r);
  if (!r)
    abort();
  memset(r, 0, sizeof *r);
  for (unsigned i = 0; i < sizeof builtin / sizeof builtin[0]; i++) {
    r->codecs[r->count++] = &builtin[i];
    r->by_magic[builtin[i].magic] = (unsigned char)r->count;
  }
  atomic_fetch_add(&builds, 1);
  return r;
}

static registry_t *registry_get(void)
{
  if (!instance) {
    pthread_mutex_lock(&instance_lock);
    if (!instance)
      instance = registry_build();
    pthread_mutex_unlock(&instance_lock);
  }
  return instance;
}

static const struct codec *registry_by_name(const registry_t *r, const char *name)
{
  for (unsigned i = 0; i < r->count; i++)
    if (strcmp(r->codecs[i]->name, name) == 0)
      return r->codecs[i];
  return NULL;
}

static const struct codec *registry_by_magic(const registry_t *r, unsigned char magic)
{
  unsigned char slot = magic < sizeof r->by_magic ? r->by_magic[magic] : 0;
  return slot ? r->codecs[slot - 1] : NULL;
}

/* ---- clients */

struct client {
  pthread_t thread;
  const char *codec;
  unsigned char magic;
  size_t encoded;
};

static void *client_main(void *arg)
{
  struct client *c = arg;
  static const unsigned char text[6] = { 'a', 'a', 'a', 'b', 'b', 'c' };
  unsigned char packed[BUF], plain[BUF];
  const struct codec *enc = registry_by_name(registry_get(), c->codec);
  const struct codec *dec = registry_by_magic(registry_get(), c->magic);
  size_t n;

  assert(enc != NULL && enc == dec);
  c->encoded = enc->encode(text, sizeof text, packed, sizeof packed);
  n = dec->decode(packed, c->encoded, plain, sizeof plain);
  assert(n == sizeof text && memcmp(plain, text, n) == 0);
  return NULL;
}

int main(void)
{
  static const struct { const char *codec; unsigned char magic; } plan[CLIENTS] = {
    { "rle", 2 }, { "xor", 5 }, { "raw", 1 },
  };
  struct client clients[CLIENTS];

  for (int i = 0; i < CLIENTS; i++) {
    clients[i].codec = plan[i].codec;
    clients[i].magic = plan[i].magic;
    clients[i].encoded = 0;
    pthread_create(&clients[i].thread, NULL, client_main, &clients[i]);
  }
  for (int i = 0; i < CLIENTS; i++)
    pthread_join(clients[i].thread, NULL);
  assert(atomic_load(&builds) == 1);
  for (int i = 0; i < CLIENTS; i++)
    printf("%s: %zu bytes\n", clients[i].codec, clients[i].encoded);
  free(instance);
  instance = NULL;
  return 0;
}
