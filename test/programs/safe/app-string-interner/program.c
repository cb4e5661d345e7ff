/*
 * A string interner (symbol table of a compiler): equal strings get the same symbol.  Lookups share a read lock; a miss builds
 * the new symbol without a lock and inserts it under the write lock, unless another thread was faster.
 *
 * leak: UNSAFE.  If the second look under the write lock finds that another thread has inserted the same string meanwhile,
 *   intern() returns that symbol and forgets the one it has built (the struct and its text).
 * assert: safe.  Equal strings give equal symbols, different strings different ones; ids are dense.
 * race: safe.  The table is touched under the lock; symbols do not change once inserted.
 * deadlock: safe.  One lock, released before it is taken in the other mode.
 * memory: safe.  Symbols live until main frees the table after the joins.
 * overflow, uninit: safe.  Unsigned hashes; all fields are set; texts are terminated.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 2u
#define LEXERS 2
#define WORDS 2

struct symbol {
  char *text;
  unsigned hash;
  unsigned id;
  struct symbol *next;
};

static struct {
  pthread_rwlock_t lock;
  struct symbol *buckets[BUCKETS];
  unsigned count;
} table = { .lock = PTHREAD_RWLOCK_INITIALIZER };

static unsigned hash_text(const char *s)
{
  unsigned h = 7;

  while (*s)
    h = h * 31 + (unsigned char)*s++;
  return h;
}

/* Caller holds the lock in either mode. */
static struct symbol *find(const char *text, unsigned hash)
{
  for (struct symbol *s = table.buckets[hash % BUCKETS]; s; s = s->next)
    if (s->hash == hash && strcmp(s->text, text) == 0)
      return s;
  return NULL;
}

static struct symbol *symbol_new(const char *text, unsigned hash)
{
  size_t length = strlen(text);
  struct symbol *s = malloc(sizeof *s);

  if (!s)
    abort();
  s->text = malloc(length + 1);
  if (!s->text)
    abort();
  memcpy(s->text, text, length + 1);
  s->hash = hash;
  s->id = 0;
  s->next = NULL;
  return s;
}

static void symbol_free(struct symbol *s)
{
  free(s->text);
  free(s);
}

static const struct symbol *intern(const char *text)
{
  unsigned hash = hash_text(text);
  struct symbol *s, *fresh;

  pthread_rwlock_rdlock(&table.lock);
  s = find(text, hash);
  pthread_rwlock_unlock(&table.lock);
  if (s)
    return s;

  fresh = symbol_new(text, hash);
  pthread_rwlock_wrlock(&table.lock);
  s = find(text, hash);
  if (!s) {
    fresh->id = table.count++;
    fresh->next = table.buckets[hash % BUCKETS];
    table.buckets[hash % BUCKETS] = fresh;
    s = fresh;
  }
  pthread_rwlock_unlock(&table.lock);
  return s;
}

/* ---- lexers */

struct lexer {
  pthread_t thread;
  const char *source;
  const struct symbol *symbols[WORDS];
  int count;
};

/* Splits the source at blanks and interns the words. */
static void *lexer_main(void *arg)
{
  struct lexer *l = arg;
  const char *p = l->source;

  while (*p && l->count < WORDS) {
    char word[8];
    size_t n = 0;

    while (*p == ' ')
      p++;
    while (*p && *p != ' ') {
      if (n + 1 < sizeof word)
        word[n++] = *p;
      p++;
    }
    word[n] = '\0';
    if (n > 0)
      l->symbols[l->count++] = intern(word);
  }
  return NULL;
}

static void table_free(void)
{
  for (unsigned b = 0; b < BUCKETS; b++)
    while (table.buckets[b]) {
      struct symbol *s = table.buckets[b];
      table.buckets[b] = s->next;
      symbol_free(s);
    }
  pthread_rwlock_destroy(&table.lock);
}

int main(void)
{
  static const char *const sources[LEXERS] = { "if x", "y if" };
  struct lexer lexers[LEXERS];

  for (int i = 0; i < LEXERS; i++) {
    lexers[i].source = sources[i];
    lexers[i].count = 0;
    for (int k = 0; k < WORDS; k++)
      lexers[i].symbols[k] = NULL;
    pthread_create(&lexers[i].thread, NULL, lexer_main, &lexers[i]);
  }
  for (int i = 0; i < LEXERS; i++)
    pthread_join(lexers[i].thread, NULL);

  assert(lexers[0].count == WORDS && lexers[1].count == WORDS);
  assert(lexers[0].symbols[0] == lexers[1].symbols[1]);
  assert(lexers[0].symbols[1] != lexers[1].symbols[0]);
  assert(table.count == 3);
  for (int i = 0; i < LEXERS; i++)
    for (int k = 0; k < WORDS; k++) {
      assert(lexers[i].symbols[k]->id < table.count);
      printf("%s=%u ", lexers[i].symbols[k]->text, lexers[i].symbols[k]->id);
    }
  printf("\n");
  table_free();
  return 0;
}
