/*
 * A key-value server in memory: sessions with buffers of their own, a parser for a small text protocol (SET, GET, DEL, INCR),
 * commands in a table, and a store of hash buckets with a lock each.
 *
 * The bug: cmd_get() copies the value into the reply after the bucket was unlocked: store_find() returns the entry, and the lock is given back
 * in between.  A DEL, or a SET that replaces the entry, frees it meanwhile.
 *
 * memory: UNSAFE.  Session 1 has found "k" and unlocked the bucket, session 2 deletes "k", session 1 reads the freed entry.
 * race: UNSAFE.  Where the copy comes before the free, nothing orders them.
 * assert: safe.  Replies have one of the forms of the protocol, whatever the order: GET answers "$7" or "-", DEL answers ":1" since
 *   no other thread deletes.  The counter is incremented under its bucket's lock by both sessions and ends at 2.
 * deadlock: safe.  One bucket's lock at a time, released on every path.
 * leak: safe.  Entries in the store are freed by main, deleted ones when they are deleted.  overflow: safe, numbers are
 *   small.  uninit: safe.
 */
#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- store */

#define BUCKETS 4
#define KEY_MAX 8
#define VALUE_MAX 8

struct entry {
  struct entry *next;
  char key[KEY_MAX];
  char value[VALUE_MAX];
};

struct bucket {
  pthread_mutex_t lock;
  struct entry *first;
};

struct store {
  struct bucket buckets[BUCKETS];
};

static void store_init(struct store *s)
{
  for (int i = 0; i < BUCKETS; i++) {
    pthread_mutex_init(&s->buckets[i].lock, NULL);
    s->buckets[i].first = NULL;
  }
}

static void store_clear(struct store *s)
{
  for (int i = 0; i < BUCKETS; i++) {
    struct entry *e = s->buckets[i].first;

    while (e) {
      struct entry *next = e->next;

      free(e);
      e = next;
    }
    pthread_mutex_destroy(&s->buckets[i].lock);
  }
}

static struct bucket *store_bucket(struct store *s, const char *key)
{
  unsigned h = 0;

  for (; *key; key++)
    h = h * 5 + (unsigned char)*key;
  return &s->buckets[h % BUCKETS];
}

/* The link that points to the entry, or the one at the end of the chain.  Caller holds the bucket's lock. */
static struct entry **bucket_link(struct bucket *b, const char *key)
{
  struct entry **link = &b->first;

  while (*link && strcmp((*link)->key, key) != 0)
    link = &(*link)->next;
  return link;
}

static struct entry *store_find(struct store *s, const char *key)
{
  struct bucket *b = store_bucket(s, key);
  struct entry *e;

  pthread_mutex_lock(&b->lock);
  e = *bucket_link(b, key);
  pthread_mutex_unlock(&b->lock);
  return e;
}

static struct entry *entry_new(const char *key, const char *value)
{
  struct entry *e = calloc(1, sizeof *e);

  if (e) {
    strncpy(e->key, key, KEY_MAX - 1);
    strncpy(e->value, value, VALUE_MAX - 1);
  }
  return e;
}

/* ---- sessions */

#define LINE_MAX_LENGTH 24
#define REPLY_MAX 16

struct session {
  struct store *store;
  char line[LINE_MAX_LENGTH];
  char *arguments[3];
  int argument_count;
  char reply[REPLY_MAX];
};

static void reply(struct session *s, char kind, const char *text)
{
  size_t length = strlen(text);

  if (length > REPLY_MAX - 2)
    length = REPLY_MAX - 2;
  s->reply[0] = kind;
  memcpy(s->reply + 1, text, length);
  s->reply[1 + length] = '\0';
}

/* ---- commands */

static void cmd_set(struct session *s)
{
  struct bucket *b = store_bucket(s->store, s->arguments[1]);
  struct entry *fresh = entry_new(s->arguments[1], s->arguments[2]);
  struct entry **link, *old;

  if (!fresh) {
    reply(s, '!', "memory");
    return;
  }
  pthread_mutex_lock(&b->lock);
  link = bucket_link(b, fresh->key);
  old = *link;
  fresh->next = old ? old->next : NULL;
  *link = fresh;
  pthread_mutex_unlock(&b->lock);
  free(old);
  reply(s, '+', "ok");
}

static void cmd_get(struct session *s)
{
  const struct entry *e = store_find(s->store, s->arguments[1]);

  if (e)
    reply(s, '$', e->value);
  else
    reply(s, '-', "");
}

static void cmd_del(struct session *s)
{
  struct bucket *b = store_bucket(s->store, s->arguments[1]);
  struct entry **link, *e;
  bool found;

  pthread_mutex_lock(&b->lock);
  link = bucket_link(b, s->arguments[1]);
  e = *link;
  found = e != NULL;
  if (found)
    *link = e->next;
  pthread_mutex_unlock(&b->lock);
  free(e);
  reply(s, ':', found ? "1" : "0");
}

static void cmd_incr(struct session *s)
{
  struct bucket *b = store_bucket(s->store, s->arguments[1]);
  struct entry *e;
  char text[VALUE_MAX] = "";

  pthread_mutex_lock(&b->lock);
  e = *bucket_link(b, s->arguments[1]);
  if (e) {
    int number = atoi(e->value) + 1;

    if (number >= 0 && number <= 9) {
      e->value[0] = (char)('0' + number);
      e->value[1] = '\0';
    }
    memcpy(text, e->value, sizeof text);
  }
  pthread_mutex_unlock(&b->lock);
  reply(s, e ? ':' : '-', text);
}

static const struct command {
  const char *name;
  int arguments; /* with the name */
  void (*run)(struct session *session);
} commands[] = {
  { "SET", 3, cmd_set },
  { "GET", 2, cmd_get },
  { "DEL", 2, cmd_del },
  { "INCR", 2, cmd_incr },
};

/* Splits the line at blanks, in place.  False: too many words. */
static bool session_split(struct session *s)
{
  char *c = s->line;

  s->argument_count = 0;
  for (;;) {
    while (*c == ' ')
      c++;
    if (!*c)
      return true;
    if (s->argument_count == 3)
      return false;
    s->arguments[s->argument_count++] = c;
    while (*c && *c != ' ')
      c++;
    if (*c)
      *c++ = '\0';
  }
}

static const char *session_execute(struct session *s, const char *line)
{
  strncpy(s->line, line, sizeof s->line - 1);
  s->line[sizeof s->line - 1] = '\0';
  if (!session_split(s) || s->argument_count == 0) {
    reply(s, '!', "syntax");
    return s->reply;
  }
  for (char *c = s->arguments[0]; *c; c++)
    *c = (char)toupper((unsigned char)*c);
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (strcmp(commands[i].name, s->arguments[0]) != 0)
      continue;
    if (commands[i].arguments != s->argument_count)
      reply(s, '!', "arguments");
    else
      commands[i].run(s);
    return s->reply;
  }
  reply(s, '!', "unknown");
  return s->reply;
}

/* ---- driver */

static struct store store;

static void *reader_main(void *argument)
{
  struct session *s = argument;
  const char *answer = session_execute(s, "get k");

  assert(strcmp(answer, "$7") == 0 || strcmp(answer, "-") == 0);
  answer = session_execute(s, "incr hits");
  assert(strcmp(answer, ":1") == 0 || strcmp(answer, ":2") == 0);
  return NULL;
}

static void *cleaner_main(void *argument)
{
  struct session *s = argument;
  const char *answer = session_execute(s, "DEL k");

  assert(strcmp(answer, ":1") == 0);
  answer = session_execute(s, "INCR hits");
  assert(strcmp(answer, ":1") == 0 || strcmp(answer, ":2") == 0);
  return NULL;
}

int main(void)
{
  static struct session sessions[3];
  pthread_t reader, cleaner;
  const char *answer;

  store_init(&store);
  for (int i = 0; i < 3; i++)
    sessions[i].store = &store;
  session_execute(&sessions[0], "SET k 7");
  session_execute(&sessions[0], "SET hits 0");
  pthread_create(&reader, NULL, reader_main, &sessions[1]);
  pthread_create(&cleaner, NULL, cleaner_main, &sessions[2]);
  pthread_join(reader, NULL);
  pthread_join(cleaner, NULL);
  answer = session_execute(&sessions[0], "GET hits");
  assert(strcmp(answer, "$2") == 0);
  answer = session_execute(&sessions[0], "GET");
  assert(strcmp(answer, "!arguments") == 0);
  printf("%s\n", answer);
  store_clear(&store);
  return EXIT_SUCCESS;
}
