/*
 * A spell checker that loads its word list into a Bloom filter with several loader threads.
 *
 * race: UNSAFE.  bloom_add() sets bits with a plain |= on words of the bit array in which other loaders also set bits.
 * assert: UNSAFE.  Because |= is a load and a store, the bit of one loader may be overwritten by another; a word that was
 *   added is then not found, which a Bloom filter must never do.
 * deadlock: safe.  The progress lock is a leaf; joins only.
 * memory: safe.  Bit numbers are taken modulo the number of bits; the filter is freed by main after the joins.
 * overflow, leak, uninit: safe.  Unsigned hashing; the bit array comes from calloc; both blocks are freed.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define BITS 64u
#define WORD_BITS 32u
#define HASHES 2
#define LOADERS 2

struct bloom {
  unsigned *words;
  unsigned bits;
  unsigned (*hash[HASHES])(const char *);
};

static const char *const dictionary[] = { "thread", "mutex", "fence", "queue" };
#define DICTIONARY (sizeof dictionary / sizeof dictionary[0])

static const char *const document[] = { "thread", "fence", "qeue" };
#define DOCUMENT (sizeof document / sizeof document[0])

static unsigned hash_fnv(const char *s)
{
  unsigned h = 2166136261u;
  for (; *s; s++)
    h = (h ^ (unsigned char)*s) * 16777619u;
  return h;
}

static unsigned hash_sum(const char *s)
{
  unsigned h = 0;
  for (unsigned i = 1; *s; s++, i++)
    h += (unsigned char)*s * i;
  return h;
}

static struct bloom *bloom_new(unsigned bits)
{
  struct bloom *f = malloc(sizeof *f);

  if (!f)
    return NULL;
  f->words = calloc((bits + WORD_BITS - 1) / WORD_BITS, sizeof *f->words);
  if (!f->words) {
    free(f);
    return NULL;
  }
  f->bits = bits;
  f->hash[0] = hash_fnv;
  f->hash[1] = hash_sum;
  return f;
}

static void bloom_free(struct bloom *f)
{
  if (!f)
    return;
  free(f->words);
  free(f);
}

static inline unsigned bloom_bit(const struct bloom *f, int k, const char *key)
{
  return f->hash[k](key) % f->bits;
}

static void bloom_add(struct bloom *f, const char *key)
{
  for (int k = 0; k < HASHES; k++) {
    unsigned bit = bloom_bit(f, k, key);
    f->words[bit / WORD_BITS] |= 1u << (bit % WORD_BITS);
  }
}

static bool bloom_maybe(const struct bloom *f, const char *key)
{
  for (int k = 0; k < HASHES; k++) {
    unsigned bit = bloom_bit(f, k, key);
    if (!(f->words[bit / WORD_BITS] & 1u << (bit % WORD_BITS)))
      return false;
  }
  return true;
}

/* ---- loading, with a progress display shared by the loaders */

static struct {
  pthread_mutex_t lock;
  unsigned loaded;
  unsigned letters;
} progress = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void progress_add(const char *word)
{
  unsigned n = 0;

  while (word[n])
    n++;
  pthread_mutex_lock(&progress.lock);
  progress.loaded++;
  progress.letters += n;
  pthread_mutex_unlock(&progress.lock);
}

struct loader {
  pthread_t thread;
  struct bloom *filter;
  size_t first, last;
};

static void *loader_main(void *arg)
{
  struct loader *l = arg;

  for (size_t i = l->first; i < l->last; i++) {
    bloom_add(l->filter, dictionary[i]);
    progress_add(dictionary[i]);
  }
  return NULL;
}

static size_t check_document(const struct bloom *f)
{
  size_t suspicious = 0;

  for (size_t i = 0; i < DOCUMENT; i++)
    if (!bloom_maybe(f, document[i]))
      suspicious++;
  return suspicious;
}

int main(void)
{
  struct bloom *filter = bloom_new(BITS);
  struct loader loaders[LOADERS];

  if (!filter)
    return 1;
  for (size_t i = 0; i < LOADERS; i++) {
    loaders[i].filter = filter;
    loaders[i].first = i * DICTIONARY / LOADERS;
    loaders[i].last = (i + 1) * DICTIONARY / LOADERS;
    pthread_create(&loaders[i].thread, NULL, loader_main, &loaders[i]);
  }
  for (size_t i = 0; i < LOADERS; i++)
    pthread_join(loaders[i].thread, NULL);

  assert(progress.loaded == DICTIONARY);
  for (size_t i = 0; i < DICTIONARY; i++)
    assert(bloom_maybe(filter, dictionary[i]));
  printf("%u words, %zu suspicious\n", progress.loaded, check_document(filter));
  bloom_free(filter);
  pthread_mutex_destroy(&progress.lock);
  return 0;
}
