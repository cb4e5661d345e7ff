/*
 * A packet pipeline: a receiver fills packets with arbitrary bytes (inputs), two workers parse them as a sequence of
 * type-length-value options and keep statistics.
 *
 * memory: safe for all bytes.  Every length is compared with what is left of the packet before it is used, in unsigned
 *   arithmetic that cannot wrap (both sides are at most PACKET_BYTES); option types index the handler table after a range
 *   check.
 * assert: safe.  Parsed plus rejected packets equals received ones; the offset never passes the end.
 * race: safe.  Packets are handed over under the queue lock; statistics have their own lock.
 * deadlock: safe.  Workers wait in a loop for a packet or the end, which is broadcast; no two locks are held together.
 * overflow: safe.  Accumulators are unsigned; shifts are by constants.  leak: safe: the worker frees the packet.
 * uninit: safe.  All bytes up to `length` are filled.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define PACKET_BYTES 5u
#define PACKETS 2
#define WORKERS 2

enum option { OPT_PAD, OPT_MTU, OPT_FLAGS, OPT_COUNT };
enum verdict { PARSED, TRUNCATED, BAD_OPTION, VERDICTS };

struct packet {
  unsigned length;
  unsigned char bytes[PACKET_BYTES];
  struct packet *next;
};

struct settings {
  unsigned mtu;
  unsigned flags;
};

typedef bool (*option_handler)(struct settings *s, const unsigned char *value, unsigned length);

static bool on_mtu(struct settings *s, const unsigned char *value, unsigned length)
{
  if (length != 2)
    return false;
  s->mtu = (unsigned)value[0] << 8 | value[1];
  return true;
}

static bool on_flags(struct settings *s, const unsigned char *value, unsigned length)
{
  for (unsigned i = 0; i < length; i++)
    s->flags |= value[i];
  return true;
}

static const option_handler handlers[OPT_COUNT] = { [OPT_MTU] = on_mtu, [OPT_FLAGS] = on_flags };

/* Format: padding is a single byte; any other option is type, length, value. */
static enum verdict parse(const struct packet *p, struct settings *out)
{
  unsigned offset = 0;

  while (offset < p->length) {
    unsigned type = p->bytes[offset++];
    unsigned length;

    if (type == OPT_PAD)
      continue;
    if (offset == p->length)
      return TRUNCATED;
    length = p->bytes[offset++];
    if (length > p->length - offset)
      return TRUNCATED;
    if (type >= OPT_COUNT || !handlers[type](out, &p->bytes[offset], length))
      return BAD_OPTION;
    offset += length;
    assert(offset <= p->length);
  }
  return PARSED;
}

/* ---- the queue between receiver and workers */

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct packet *first, **last;
  bool closed;
} queue = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, .last = &queue.first };

static struct {
  pthread_mutex_t lock;
  unsigned verdicts[VERDICTS];
  unsigned largest_mtu;
} stats = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void queue_put(struct packet *p)
{
  pthread_mutex_lock(&queue.lock);
  p->next = NULL;
  *queue.last = p;
  queue.last = &p->next;
  pthread_cond_signal(&queue.changed);
  pthread_mutex_unlock(&queue.lock);
}

static void queue_close(void)
{
  pthread_mutex_lock(&queue.lock);
  queue.closed = true;
  pthread_cond_broadcast(&queue.changed);
  pthread_mutex_unlock(&queue.lock);
}

static struct packet *queue_take(void)
{
  struct packet *p;

  pthread_mutex_lock(&queue.lock);
  while (!queue.first && !queue.closed)
    pthread_cond_wait(&queue.changed, &queue.lock);
  p = queue.first;
  if (p) {
    queue.first = p->next;
    if (!queue.first)
      queue.last = &queue.first;
  }
  pthread_mutex_unlock(&queue.lock);
  return p;
}

static void *receiver_main(void *arg)
{
  (void)arg;
  for (int i = 0; i < PACKETS; i++) {
    struct packet *p = malloc(sizeof *p);
    if (!p)
      break;
    p->length = __VERIFIER_nondet_uchar() % (PACKET_BYTES + 1);
    for (unsigned k = 0; k < p->length; k++)
      p->bytes[k] = __VERIFIER_nondet_uchar();
    queue_put(p);
  }
  queue_close();
  return NULL;
}

static void *worker_main(void *arg)
{
  struct packet *p;

  (void)arg;
  while ((p = queue_take())) {
    struct settings s = { .mtu = 0, .flags = 0 };
    enum verdict v = parse(p, &s);

    free(p);
    assert(s.mtu <= 0xffff && s.flags <= 0xff);
    pthread_mutex_lock(&stats.lock);
    stats.verdicts[v]++;
    if (v == PARSED && s.mtu > stats.largest_mtu)
      stats.largest_mtu = s.mtu;
    pthread_mutex_unlock(&stats.lock);
  }
  return NULL;
}

int main(void)
{
  pthread_t receiver, workers[WORKERS];
  unsigned total = 0;

  pthread_create(&receiver, NULL, receiver_main, NULL);
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], NULL, worker_main, NULL);
  pthread_join(receiver, NULL);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], NULL);

  for (int v = 0; v < VERDICTS; v++)
    total += stats.verdicts[v];
  assert(total == PACKETS && queue.first == NULL);
  printf("%u parsed, %u truncated, %u bad, mtu %u\n", stats.verdicts[PARSED], stats.verdicts[TRUNCATED],
         stats.verdicts[BAD_OPTION], stats.largest_mtu);
  return 0;
}
