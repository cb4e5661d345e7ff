/*
 * Plug-ins that are loaded on first use, with double-checked locking: a request checks the plug-in's state without the lock,
 * and only the first one opens the module and resolves its functions.
 *
 * The bug: a plug-in passes through three states, closed, opened, resolved, and the look without the lock takes any state but
 * closed for loaded.  The state is an atomic and all orders are right; it is the wrong value that is waited for.
 *
 * memory: UNSAFE.  Thread A has stored "opened" and is about to resolve; thread B sees it and calls through the table of
 *   functions, which is still null.
 * race: UNSAFE.  A's writes to the table and B's reads of it are unordered in such a run: what B has acquired, the store of
 *   "opened", lies before them.
 * assert: safe.  Where a request gets its functions, they are those of the module: the results are right.  A module is opened
 *   at most once, under the lock.
 * deadlock: safe.  One lock, released on every path.
 * leak: safe.  The module's handle stays in the table until main closes it.  overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- modules: what would come from dlopen */

struct module_symbol {
  const char *name;
  uint32_t (*function)(uint32_t state, uint8_t byte);
};

struct module {
  const char *name;
  unsigned version;
  struct module_symbol symbols[2];
};

static uint32_t sum_update(uint32_t state, uint8_t byte)
{
  return state + byte;
}

static uint32_t sum_finish(uint32_t state, uint8_t length)
{
  return (state << 8) | length;
}

static uint32_t xor_update(uint32_t state, uint8_t byte)
{
  return (state << 1) ^ byte;
}

static uint32_t xor_finish(uint32_t state, uint8_t length)
{
  return state ^ length;
}

static const struct module modules[] = {
  { "sum", 3, { { "update", sum_update }, { "finish", sum_finish } } },
  { "xor", 1, { { "update", xor_update }, { "finish", xor_finish } } },
};

struct module_handle {
  const struct module *module;
};

static struct module_handle *module_open(const char *name)
{
  for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
    if (strcmp(modules[i].name, name) == 0) {
      struct module_handle *h = malloc(sizeof *h);

      if (h)
        h->module = &modules[i];
      return h;
    }
  }
  return NULL;
}

static uint32_t (*module_symbol(struct module_handle *h, const char *name))(uint32_t, uint8_t)
{
  for (int i = 0; i < 2; i++)
    if (strcmp(h->module->symbols[i].name, name) == 0)
      return h->module->symbols[i].function;
  return NULL;
}

static void module_close(struct module_handle *h)
{
  free(h);
}

/* ---- plug-ins */

enum plugin_state { PLUGIN_CLOSED, PLUGIN_OPENED, PLUGIN_RESOLVED };

struct plugin_ops {
  uint32_t (*update)(uint32_t state, uint8_t byte);
  uint32_t (*finish)(uint32_t state, uint8_t length);
  unsigned version;
};

struct plugin {
  const char *name;
  atomic_int state;
  struct module_handle *handle;
  struct plugin_ops ops;
  unsigned opens;
};

struct registry {
  pthread_mutex_t lock;
  struct plugin plugins[2];
};

static struct registry registry = {
  .lock = PTHREAD_MUTEX_INITIALIZER,
  .plugins = { { .name = "sum" }, { .name = "xor" } },
};

/* Caller holds the lock. */
static int plugin_open(struct plugin *p)
{
  p->handle = module_open(p->name);
  if (!p->handle)
    return -1;
  p->opens++;
  atomic_store_explicit(&p->state, PLUGIN_OPENED, memory_order_release);
  return 0;
}

/* Caller holds the lock. */
static int plugin_resolve(struct plugin *p)
{
  p->ops.update = module_symbol(p->handle, "update");
  p->ops.finish = module_symbol(p->handle, "finish");
  p->ops.version = p->handle->module->version;
  if (!p->ops.update || !p->ops.finish)
    return -1;
  atomic_store_explicit(&p->state, PLUGIN_RESOLVED, memory_order_release);
  return 0;
}

static void plugin_close(struct plugin *p)
{
  if (atomic_load(&p->state) == PLUGIN_CLOSED)
    return;
  module_close(p->handle);
  p->handle = NULL;
  atomic_store(&p->state, PLUGIN_CLOSED);
}

/* The functions of a plug-in, loaded if need be; NULL if there is none of this name. */
static const struct plugin_ops *plugin_get(struct registry *r, const char *name)
{
  struct plugin *p = NULL;
  int error = 0;

  for (size_t i = 0; i < 2 && !p; i++)
    if (strcmp(r->plugins[i].name, name) == 0)
      p = &r->plugins[i];
  if (!p)
    return NULL;
  if (atomic_load_explicit(&p->state, memory_order_acquire) != PLUGIN_CLOSED)
    return &p->ops;
  pthread_mutex_lock(&r->lock);
  if (atomic_load_explicit(&p->state, memory_order_relaxed) == PLUGIN_CLOSED) {
    error = plugin_open(p);
    if (error)
      goto out;
    error = plugin_resolve(p);
    if (error)
      plugin_close(p);
  }
out:
  pthread_mutex_unlock(&r->lock);
  return error ? NULL : &p->ops;
}

/* ---- driver: two requests for the digest of a message */

struct request {
  pthread_t thread;
  const char *text;
  uint32_t digest;
};

static void *request_main(void *argument)
{
  struct request *r = argument;
  const struct plugin_ops *ops = plugin_get(&registry, "sum");
  uint32_t state = 0;
  uint8_t length = 0;

  if (!ops)
    return NULL;
  for (; r->text[length]; length++)
    state = ops->update(state, (uint8_t)r->text[length]);
  r->digest = ops->finish(state, length);
  return NULL;
}

int main(void)
{
  struct request requests[] = { { .text = "ab" }, { .text = "!" } };

  for (int i = 0; i < 2; i++)
    pthread_create(&requests[i].thread, NULL, request_main, &requests[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(requests[i].thread, NULL);
  assert(requests[0].digest == (('a' + 'b') << 8 | 2));
  assert(requests[1].digest == ('!' << 8 | 1));
  assert(registry.plugins[0].opens == 1 && registry.plugins[1].opens == 0);
  for (int i = 0; i < 2; i++)
    plugin_close(&registry.plugins[i]);
  printf("%08x %08x\n", requests[0].digest, requests[1].digest);
  return EXIT_SUCCESS;
}
