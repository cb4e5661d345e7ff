/*
 * Two capture threads decode packets and keep statistics per protocol.  The bytes of a packet are inputs.
 *
 * The bug: the counters are kept under a lock, except on one path: a packet whose header claims more bytes than were captured is
 * counted as truncated after decode() has returned, without the lock.  Only two such packets at the same time collide.
 *
 * race: UNSAFE.  Both threads have a UDP packet with a length beyond its end: both increment `truncated` without order.
 * assert: UNSAFE.  Both read the same old value: one truncated packet is lost, and the totals are less than the packets.
 * memory: safe.  The decoder checks lengths before it reads; the counters are indexed by enumerations that it has set.
 * deadlock: safe.  One lock, released on every path.
 * leak, uninit: safe; no heap, all bytes of a packet are inputs.  overflow: safe, lengths have 8 bits.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

/* ---- packets: version and kind, length of the payload, up to two bytes of it */

#define PACKET_MAX 4
#define HEADER_SIZE 2

enum protocol { PROTO_ICMP, PROTO_TCP, PROTO_UDP, PROTO_COUNT };
enum decode_result { DECODE_OK, DECODE_SHORT, DECODE_VERSION, DECODE_PROTOCOL, DECODE_TRUNCATED };

struct packet {
  size_t captured;
  uint8_t bytes[PACKET_MAX];
};

struct decoded {
  enum protocol protocol;
  uint8_t length;
  uint8_t sum; /* of the payload */
};

static bool protocol_of(uint8_t kind, enum protocol *protocol)
{
  switch (kind) {
  case 1:
    *protocol = PROTO_ICMP;
    return true;
  case 6:
    *protocol = PROTO_TCP;
    return true;
  case 11:
    *protocol = PROTO_UDP;
    return true;
  default:
    return false;
  }
}

static enum decode_result decode(const struct packet *p, struct decoded *out)
{
  if (p->captured < HEADER_SIZE)
    return DECODE_SHORT;
  if (p->bytes[0] >> 4 != 4)
    return DECODE_VERSION;
  if (!protocol_of(p->bytes[0] & 15, &out->protocol))
    return DECODE_PROTOCOL;
  out->length = p->bytes[1];
  out->sum = 0;
  if (out->protocol == PROTO_UDP && out->length > p->captured - HEADER_SIZE)
    return DECODE_TRUNCATED;
  for (size_t i = HEADER_SIZE; i < p->captured && i < (size_t)HEADER_SIZE + out->length; i++)
    out->sum = (uint8_t)(out->sum + p->bytes[i]);
  return DECODE_OK;
}

/* ---- statistics */

struct statistics {
  pthread_mutex_t lock;
  unsigned packets[PROTO_COUNT];
  unsigned bytes[PROTO_COUNT];
  unsigned malformed;
  unsigned truncated;
};

static struct statistics statistics = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void count_packet(struct statistics *s, const struct decoded *d)
{
  pthread_mutex_lock(&s->lock);
  s->packets[d->protocol]++;
  s->bytes[d->protocol] += d->length;
  pthread_mutex_unlock(&s->lock);
}

static void count_malformed(struct statistics *s)
{
  pthread_mutex_lock(&s->lock);
  s->malformed++;
  pthread_mutex_unlock(&s->lock);
}

static void process(struct statistics *s, const struct packet *p)
{
  struct decoded d;

  switch (decode(p, &d)) {
  case DECODE_OK:
    count_packet(s, &d);
    break;
  case DECODE_SHORT:
  case DECODE_VERSION:
  case DECODE_PROTOCOL:
    count_malformed(s);
    break;
  case DECODE_TRUNCATED:
    s->truncated++;
    break;
  }
}

static unsigned statistics_total(struct statistics *s)
{
  unsigned total;

  pthread_mutex_lock(&s->lock);
  total = s->malformed + s->truncated;
  for (int i = 0; i < PROTO_COUNT; i++)
    total += s->packets[i];
  pthread_mutex_unlock(&s->lock);
  return total;
}

/* ---- driver */

#define CAPTURES 2

struct capture {
  pthread_t thread;
  struct packet packet;
  bool done;
};

static void packet_receive(struct packet *p)
{
  p->captured = PACKET_MAX;
  for (size_t i = 0; i < PACKET_MAX; i++)
    p->bytes[i] = __VERIFIER_nondet_uchar();
}

static void *capture_main(void *argument)
{
  struct capture *c = argument;

  process(&statistics, &c->packet);
  c->done = true;
  return NULL;
}

int main(void)
{
  static struct capture captures[CAPTURES];

  for (int i = 0; i < CAPTURES; i++)
    packet_receive(&captures[i].packet);
  for (int i = 0; i < CAPTURES; i++)
    pthread_create(&captures[i].thread, NULL, capture_main, &captures[i]);
  for (int i = 0; i < CAPTURES; i++) {
    pthread_join(captures[i].thread, NULL);
    assert(captures[i].done);
  }
  assert(statistics_total(&statistics) == CAPTURES);
  printf("%u malformed\n", statistics.malformed);
  return EXIT_SUCCESS;
}
