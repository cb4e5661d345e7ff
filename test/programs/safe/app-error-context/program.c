/*
 * Error contexts per thread: a library reports errors as a stack of messages kept in thread-specific data, created on first
 * use and released by the key's destructor.
 *
 * assert: safe.  A thread sees its own messages only, innermost first; every context that was created is destroyed when its
 *   thread ends (main's by hand, since it does not leave through pthread_exit).
 * race: safe.  A context is reached by its own thread only; the key is created once with pthread_once; counters are atomic.
 * memory: safe.  The stack of messages is bounded and checked, the texts are cut to their size; a destructor runs after the
 *   last use by its thread.
 * leak: safe.  Destructor, or the call in main.  deadlock: safe (pthread_once and joins only).
 * uninit: safe, contexts are zeroed.  overflow: safe.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 3
#define TEXT 24
#define CLIENTS 2

struct error_frame {
  int code;
  char text[TEXT];
};

struct error_context {
  int depth;
  int suppressed; /* frames that found no room */
  struct error_frame frames[DEPTH];
};

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static atomic_int created, destroyed;

static void context_destroy(void *p)
{
  free(p);
  atomic_fetch_add(&destroyed, 1);
}

static void make_key(void)
{
  if (pthread_key_create(&key, context_destroy) != 0)
    abort();
}

static struct error_context *context_get(void)
{
  struct error_context *c;

  pthread_once(&key_once, make_key);
  c = pthread_getspecific(key);
  if (!c) {
    c = calloc(1, sizeof *c);
    if (!c)
      abort();
    pthread_setspecific(key, c);
    atomic_fetch_add(&created, 1);
  }
  return c;
}

/* ---- interface of the error module */

static int error_push(int code, const char *format, ...)
{
  struct error_context *c = context_get();
  struct error_frame *f;
  va_list args;

  if (c->depth == DEPTH) {
    c->suppressed++;
    return -code;
  }
  f = &c->frames[c->depth++];
  f->code = code;
  va_start(args, format);
  vsnprintf(f->text, sizeof f->text, format, args);
  va_end(args);
  return -code;
}

static void error_clear(void)
{
  struct error_context *c = context_get();

  c->depth = 0;
  c->suppressed = 0;
}

static int error_depth(void)
{
  return context_get()->depth;
}

static const struct error_frame *error_frame_at(int i)
{
  struct error_context *c = context_get();

  return i >= 0 && i < c->depth ? &c->frames[i] : NULL;
}

static void error_thread_end(void)
{
  struct error_context *c = context_get();

  pthread_setspecific(key, NULL);
  context_destroy(c);
}

/* ---- a library that uses it */

static int read_block(int device, int block)
{
  if (block >= 4)
    return error_push(EIO, "device %d: block %d", device, block);
  return block * 10;
}

static int read_inode(int device, int inode)
{
  int rc = read_block(device, inode / 2);

  if (rc < 0)
    return error_push(ENOENT, "inode %d", inode);
  return rc + inode % 2;
}

static int open_file(int device, const char *name, int inode)
{
  int rc = read_inode(device, inode);

  if (rc < 0)
    return error_push(ENOENT, "cannot open %s", name);
  return rc;
}

/* ---- clients */

struct client {
  pthread_t thread;
  int device;
  int good, bad;
};

static void *client_main(void *arg)
{
  static const int inodes[] = { 3, 9 };
  struct client *c = arg;

  for (size_t i = 0; i < sizeof inodes / sizeof inodes[0]; i++) {
    int rc = open_file(c->device, "a.txt", inodes[i]);

    if (rc >= 0) {
      assert(error_depth() == 0 && rc == 11);
      c->good++;
      continue;
    }
    assert(error_depth() == 3);
    assert(error_frame_at(0)->code == EIO && error_frame_at(2)->code == ENOENT);
    assert(error_frame_at(0)->text[7] == '0' + c->device);
    assert(strcmp(error_frame_at(2)->text, "cannot open a.txt") == 0);
    c->bad++;
    error_clear();
  }
  return NULL;
}

int main(void)
{
  struct client clients[CLIENTS];

  for (int i = 0; i < CLIENTS; i++) {
    clients[i].device = i + 1;
    clients[i].good = clients[i].bad = 0;
    pthread_create(&clients[i].thread, NULL, client_main, &clients[i]);
  }
  int rc = read_block(0, 7);
  assert(rc == -EIO && error_depth() == 1);

  for (int i = 0; i < CLIENTS; i++) {
    pthread_join(clients[i].thread, NULL);
    assert(clients[i].good == 1 && clients[i].bad == 1);
  }
  printf("main: %s\n", error_frame_at(0)->text);
  error_thread_end();
  assert(atomic_load(&created) == CLIENTS + 1);
  assert(atomic_load(&destroyed) == atomic_load(&created));
  pthread_key_delete(key);
  return 0;
}
