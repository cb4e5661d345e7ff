/*
 * A character device driver in miniature: probe/remove, a top half ("interrupt"), a threaded bottom half that moves
 * samples from the device registers into a ring, and a reader.
 *
 * memory: UNSAFE (null pointer).  remove() marks the device as gone and releases the ring under the device lock, but
 *   does not cancel bottom-half work that is already pending.  If the interrupt fired before remove() and the bottom
 *   half runs after it, the bottom half does not check `running` again and uses dev->ring, which is NULL by then.
 * race: safe.  Every field of the device, the ring included, is touched under dev->lock only.
 * deadlock: safe.  One lock.  The bottom half waits for `pending` or `stop`; both change under the lock with a
 *   broadcast, and main always sets `stop` before it joins.
 * assert: safe.  Head and tail of the ring differ by at most its size because both are checked before moving.
 * leak: safe: the ring is freed by remove(), the device by main.  uninit, overflow: safe (unsigned counters).
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define RING_SIZE 4u /* a power of two */
#define IRQS 2
#define READS 2

struct ring {
	unsigned head, tail;
	unsigned short slot[RING_SIZE];
};

struct device {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool running;
	bool stop;
	unsigned pending; /* samples announced by the top half */
	unsigned short reg_data;
	struct ring *ring;
	struct {
		unsigned irqs, spurious, overruns, reads;
	} stats;
	pthread_t bottom_half;
};

static inline unsigned ring_used(const struct ring *r)
{
	return r->head - r->tail;
}

static bool ring_put(struct ring *r, unsigned short v)
{
	if (ring_used(r) == RING_SIZE)
		return false;
	r->slot[r->head++ % RING_SIZE] = v;
	assert(ring_used(r) <= RING_SIZE);
	return true;
}

static bool ring_get(struct ring *r, unsigned short *v)
{
	if (ring_used(r) == 0)
		return false;
	*v = r->slot[r->tail++ % RING_SIZE];
	return true;
}

/* ---- bottom half */

static void dev_service(struct device *dev)
{
	while (dev->pending > 0) {
		dev->pending--;
		if (!ring_put(dev->ring, dev->reg_data++))
			dev->stats.overruns++;
	}
}

static void *dev_bottom_half(void *arg)
{
	struct device *dev = arg;

	pthread_mutex_lock(&dev->lock);
	for (;;) {
		while (dev->pending == 0 && !dev->stop)
			pthread_cond_wait(&dev->wake, &dev->lock);
		if (dev->pending == 0)
			break;
		dev_service(dev);
	}
	pthread_mutex_unlock(&dev->lock);
	return NULL;
}

/* ---- top half */

static void dev_irq(struct device *dev)
{
	pthread_mutex_lock(&dev->lock);
	if (!dev->running) {
		dev->stats.spurious++;
		goto out;
	}
	dev->stats.irqs++;
	dev->pending++;
	pthread_cond_broadcast(&dev->wake);
out:
	pthread_mutex_unlock(&dev->lock);
}

/* ---- file operations */

static int dev_read(struct device *dev, unsigned short *buf, unsigned n)
{
	unsigned got = 0;

	pthread_mutex_lock(&dev->lock);
	if (!dev->running) {
		pthread_mutex_unlock(&dev->lock);
		return -ENODEV;
	}
	while (got < n && ring_get(dev->ring, &buf[got]))
		got++;
	dev->stats.reads++;
	pthread_mutex_unlock(&dev->lock);
	return (int)got;
}

/* ---- probe and remove */

static int dev_probe(struct device *dev)
{
	struct ring *r = malloc(sizeof *r);

	if (!r)
		return -ENOMEM;
	r->head = r->tail = 0;
	pthread_mutex_init(&dev->lock, NULL);
	pthread_cond_init(&dev->wake, NULL);
	dev->ring = r;
	dev->pending = 0;
	dev->reg_data = 100;
	dev->stop = false;
	dev->running = true;
	if (pthread_create(&dev->bottom_half, NULL, dev_bottom_half, dev) != 0)
		goto fail;
	return 0;
fail:
	dev->ring = NULL;
	free(r);
	pthread_cond_destroy(&dev->wake);
	pthread_mutex_destroy(&dev->lock);
	return -EAGAIN;
}

static void dev_remove(struct device *dev)
{
	struct ring *r;

	pthread_mutex_lock(&dev->lock);
	dev->running = false;
	r = dev->ring;
	dev->ring = NULL;
	pthread_mutex_unlock(&dev->lock);
	free(r);

	pthread_mutex_lock(&dev->lock);
	dev->stop = true;
	pthread_cond_broadcast(&dev->wake);
	pthread_mutex_unlock(&dev->lock);
	pthread_join(dev->bottom_half, NULL);
}

static void dev_release(struct device *dev)
{
	pthread_cond_destroy(&dev->wake);
	pthread_mutex_destroy(&dev->lock);
	free(dev);
}

/* ---- the outside world */

static void *irq_line(void *arg)
{
	for (int i = 0; i < IRQS; i++)
		dev_irq(arg);
	return NULL;
}

static void *user_reader(void *arg)
{
	unsigned short buf[2];

	for (int i = 0; i < READS; i++)
		if (dev_read(arg, buf, 2) < 0)
			break;
	return NULL;
}

int main(void)
{
	struct device *dev = calloc(1, sizeof *dev);
	pthread_t irq, user;

	if (!dev)
		return 1;
	if (dev_probe(dev) < 0) {
		free(dev);
		return 1;
	}
	pthread_create(&irq, NULL, irq_line, dev);
	pthread_create(&user, NULL, user_reader, dev);
	pthread_join(user, NULL);
	dev_remove(dev); /* hot unplug: interrupts may still come in */
	pthread_join(irq, NULL);

	assert(dev->stats.irqs + dev->stats.spurious == IRQS);
	printf("%u interrupts, %u spurious, %u overruns, %u reads\n", dev->stats.irqs, dev->stats.spurious,
	       dev->stats.overruns, dev->stats.reads);
	dev_release(dev);
	return 0;
}
