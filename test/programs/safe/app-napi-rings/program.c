/*
 * A network interface with two receive queues.  Per queue: a single-producer single-consumer descriptor ring, an interrupt
 * (a semaphore) that the poller masks while it polls, and credits for free descriptors.
 *
 * race: safe.  A descriptor is written by the device before it publishes `tail` (release) and read by the poller after it
 *   read `tail` (acquire); the credit semaphore orders the poller's reads before the device writes the slot again.
 * deadlock: safe.  After unmasking, the poller checks the ring again; under sequential consistency either it sees the new
 *   packet or the device sees the interrupt unmasked and posts.  Credits come back with each packet.
 * assert: safe.  Packets arrive in order and unchanged, since the ring never overruns (credits).
 * memory: safe.  Ring indices are taken modulo the ring size; queues are freed after the joins.
 * leak, uninit, overflow: safe.  Descriptors are read only after they were written; unsigned arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define QUEUES 2
#define RING 2u
#define PACKETS 3u
#define BUDGET 2u

struct descriptor {
	unsigned sequence;
	unsigned short length;
	unsigned short checksum;
};

struct rx_queue {
	unsigned number;
	struct descriptor ring[RING];
	atomic_uint head; /* next to read: the poller's */
	atomic_uint tail; /* next to write: the device's */
	atomic_bool irq_enabled;
	sem_t irq;
	sem_t credits;
	pthread_t device, poller;
	struct {
		unsigned packets, bytes, interrupts, polls;
	} stats;
};

static unsigned short checksum(unsigned queue, unsigned sequence, unsigned short length)
{
	unsigned s = queue * 31u + sequence * 7u + length;

	return (unsigned short)(s ^ (s >> 16));
}

/* ---- device side */

static void device_raise(struct rx_queue *q)
{
	if (atomic_exchange(&q->irq_enabled, false))
		sem_post(&q->irq);
}

static void device_receive(struct rx_queue *q, unsigned sequence)
{
	struct descriptor *d;
	unsigned tail;

	sem_wait(&q->credits);
	tail = atomic_load_explicit(&q->tail, memory_order_relaxed);
	d = &q->ring[tail % RING];
	d->sequence = sequence;
	d->length = (unsigned short)(60 + sequence * 4);
	d->checksum = checksum(q->number, sequence, d->length);
	atomic_store(&q->tail, tail + 1);
	device_raise(q);
}

static void *device_main(void *arg)
{
	struct rx_queue *q = arg;

	for (unsigned i = 0; i < PACKETS; i++)
		device_receive(q, i);
	return NULL;
}

/* ---- driver side */

static bool ring_empty(struct rx_queue *q)
{
	return atomic_load(&q->tail) == atomic_load_explicit(&q->head, memory_order_relaxed);
}

static unsigned rx_poll(struct rx_queue *q, unsigned budget)
{
	unsigned done = 0;

	q->stats.polls++;
	while (done < budget && !ring_empty(q)) {
		unsigned head = atomic_load_explicit(&q->head, memory_order_relaxed);
		const struct descriptor *d = &q->ring[head % RING];

		assert(d->sequence == q->stats.packets);
		assert(d->checksum == checksum(q->number, d->sequence, d->length));
		q->stats.packets++;
		q->stats.bytes += d->length;
		atomic_store(&q->head, head + 1);
		sem_post(&q->credits);
		done++;
	}
	return done;
}

/* Leaves polling mode.  True if there is more to do after all, with the interrupt masked again. */
static bool rx_complete(struct rx_queue *q)
{
	atomic_store(&q->irq_enabled, true);
	return !ring_empty(q) && atomic_exchange(&q->irq_enabled, false);
}

static void *poller_main(void *arg)
{
	struct rx_queue *q = arg;

	while (q->stats.packets < PACKETS) {
		sem_wait(&q->irq);
		q->stats.interrupts++;
		do {
			while (rx_poll(q, BUDGET) == BUDGET)
				;
		} while (rx_complete(q));
	}
	return NULL;
}

/* ---- set-up */

static struct rx_queue *queue_new(unsigned number)
{
	struct rx_queue *q = calloc(1, sizeof *q);

	if (!q)
		return NULL;
	q->number = number;
	atomic_init(&q->head, 0);
	atomic_init(&q->tail, 0);
	atomic_init(&q->irq_enabled, true);
	sem_init(&q->irq, 0, 0);
	sem_init(&q->credits, 0, RING);
	return q;
}

static void queue_free(struct rx_queue *q)
{
	sem_destroy(&q->credits);
	sem_destroy(&q->irq);
	free(q);
}

int main(void)
{
	struct rx_queue *queues[QUEUES];
	unsigned packets = 0;

	for (unsigned i = 0; i < QUEUES; i++) {
		queues[i] = queue_new(i);
		if (!queues[i]) {
			while (i-- > 0)
				queue_free(queues[i]);
			return 1;
		}
	}
	for (unsigned i = 0; i < QUEUES; i++) {
		pthread_create(&queues[i]->poller, NULL, poller_main, queues[i]);
		pthread_create(&queues[i]->device, NULL, device_main, queues[i]);
	}
	for (unsigned i = 0; i < QUEUES; i++) {
		struct rx_queue *q = queues[i];

		pthread_join(q->device, NULL);
		pthread_join(q->poller, NULL);
		assert(q->stats.packets == PACKETS && q->stats.interrupts <= PACKETS);
		packets += q->stats.packets;
		printf("queue %u: %u bytes, %u interrupts, %u polls\n", i, q->stats.bytes, q->stats.interrupts,
		       q->stats.polls);
		queue_free(q);
	}
	assert(packets == QUEUES * PACKETS);
	return 0;
}
