/*
 * A cache of open files, shared by name: file_open() finds an open file or opens it, file_close() drops a reference, and the
 * last one takes the file out of the table and frees it.
 *
 * The bug: file_close() decrements the count without the table's lock, and takes the lock only if the count became zero.
 * Between the two file_open() may find the file in the table and take a reference to it, from zero to one.
 *
 * memory: UNSAFE.  Thread A closes the last reference (count 0); thread B opens the same name, finds the file, count 1; A takes the
 *   lock, unlinks and frees the file; B reads from it, or drops its reference.  Or B is through before A gets the lock and has
 *   freed the file itself: A unlinks a freed file.
 * race: UNSAFE.  In such runs nothing orders B's use of the file, made after it gave the lock back, with A's free.
 * assert: safe.  A file that can still be read has its content; no assertion is about the count.  At the end the table is empty.
 * deadlock: safe.  One lock, nothing waits under it.
 * leak: safe.  A run that comes to its end has dropped all references one after the other, and the last one freed the file.
 * overflow, uninit: safe.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a disk that cannot fail */

static const struct {
  const char *name;
  const char *content;
} disk[] = {
  { "motd", "hello" },
  { "hosts", "localhost" },
};

/* ---- lists */

struct list {
  struct list *next;
  struct list *prev;
};

#define LIST_EMPTY(name) { &(name), &(name) }

static inline void list_add(struct list *head, struct list *item)
{
  item->next = head->next;
  item->prev = head;
  head->next->prev = item;
  head->next = item;
}

static inline void list_del(struct list *item)
{
  item->next->prev = item->prev;
  item->prev->next = item->next;
}

/* ---- open files */

struct file {
  struct list link; /* first */
  atomic_uint references;
  size_t size;
  char name[8];
  char content[16];
};

static struct {
  pthread_mutex_t lock;
  struct list files;
  unsigned opened; /* from disk */
} table = { .lock = PTHREAD_MUTEX_INITIALIZER, .files = LIST_EMPTY(table.files) };

/* Caller holds the lock. */
static struct file *table_find(const char *name)
{
  for (struct list *l = table.files.next; l != &table.files; l = l->next) {
    struct file *f = (struct file *)l;

    if (strcmp(f->name, name) == 0)
      return f;
  }
  return NULL;
}

static int file_load(struct file **out, const char *name)
{
  for (size_t i = 0; i < sizeof disk / sizeof disk[0]; i++) {
    struct file *f;

    if (strcmp(disk[i].name, name) != 0)
      continue;
    f = calloc(1, sizeof *f);
    if (!f)
      return -ENOMEM;
    strncpy(f->name, name, sizeof f->name - 1);
    strncpy(f->content, disk[i].content, sizeof f->content - 1);
    f->size = strlen(f->content);
    *out = f;
    return 0;
  }
  return -ENOENT;
}

static int file_open(struct file **out, const char *name)
{
  struct file *f;
  int error = 0;

  pthread_mutex_lock(&table.lock);
  f = table_find(name);
  if (f) {
    atomic_fetch_add(&f->references, 1);
  } else {
    error = file_load(&f, name);
    if (error)
      goto out;
    atomic_init(&f->references, 1);
    list_add(&table.files, &f->link);
    table.opened++;
  }
  *out = f;
out:
  pthread_mutex_unlock(&table.lock);
  return error;
}

static void file_close(struct file *f)
{
  if (atomic_fetch_sub(&f->references, 1) != 1)
    return;
  pthread_mutex_lock(&table.lock);
  list_del(&f->link);
  free(f);
  pthread_mutex_unlock(&table.lock);
}

/* The byte at an offset, -1 past the end. */
static int file_read(const struct file *f, size_t offset)
{
  if (offset >= f->size)
    return -1;
  return (unsigned char)f->content[offset];
}

/* ---- driver: two sessions that greet */

#define SESSIONS 2

struct session {
  pthread_t thread;
  const char *name;
  size_t offset;
  int seen;
  int status;
};

static void *session_main(void *argument)
{
  struct session *s = argument;
  struct file *f;

  s->status = file_open(&f, s->name);
  if (s->status != 0)
    return NULL;
  s->seen = file_read(f, s->offset);
  file_close(f);
  return NULL;
}

int main(void)
{
  struct session sessions[SESSIONS] = {
    { .name = "motd", .offset = 1 },
    { .name = "motd", .offset = 9 },
  };
  struct file *none = NULL;
  int error;

  for (int i = 0; i < SESSIONS; i++)
    pthread_create(&sessions[i].thread, NULL, session_main, &sessions[i]);
  for (int i = 0; i < SESSIONS; i++) {
    pthread_join(sessions[i].thread, NULL);
    assert(sessions[i].status == 0);
  }
  assert(sessions[0].seen == 'e' && sessions[1].seen == -1);
  error = file_open(&none, "shadow");
  assert(error == -ENOENT);
  assert(table.files.next == &table.files);
  assert(table.opened >= 1 && table.opened <= SESSIONS);
  printf("opened %u times\n", table.opened);
  return EXIT_SUCCESS;
}
