/*
 * A reference-counted event counter (like eventfd) with writers, a poller and a closer; the thread that drops the last
 * reference destroys it.
 *
 * memory: UNSAFE.  evfd_poll() holds the lock when it finds the counter closed, and on this path drops its reference before
 *   it releases the lock.  If that was the last reference, the object is gone, lock and all, when it is unlocked.  It
 *   needs the poller to be the last one to leave; every other thread releases the lock before the last access to the object.
 * race: safe.  All fields are touched under the lock; the last one to leave is the only one left.
 * assert: safe.  What was read plus what was left over equals what was written, all under the lock.
 * deadlock: safe.  One lock at a time but for the totals' below it; closing wakes the waiters.  (Destroying the
 *   locked mutex on the path with the bug is refused with EBUSY, and then the object is freed all the same.)
 * leak: safe.  The last reference frees the object.  uninit, overflow: safe (unsigned counters).
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define WRITERS 2
#define EVENTS 2

struct evfd {
	pthread_mutex_t lock;
	pthread_cond_t readable;
	unsigned counter;
	unsigned refs;
	bool closed;
};

static struct totals {
	pthread_mutex_t lock;
	unsigned written, read, left_over, destroyed;
} totals = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void account(unsigned *field, unsigned n)
{
	pthread_mutex_lock(&totals.lock);
	*field += n;
	pthread_mutex_unlock(&totals.lock);
}

static struct evfd *evfd_create(unsigned refs)
{
	struct evfd *e = malloc(sizeof *e);

	if (!e)
		return NULL;
	pthread_mutex_init(&e->lock, NULL);
	pthread_cond_init(&e->readable, NULL);
	e->counter = 0;
	e->refs = refs;
	e->closed = false;
	return e;
}

static void evfd_destroy(struct evfd *e)
{
	account(&totals.left_over, e->counter);
	account(&totals.destroyed, 1);
	pthread_cond_destroy(&e->readable);
	pthread_mutex_destroy(&e->lock);
	free(e);
}

static void evfd_unref_locked(struct evfd *e)
{
	e->refs--;
	if (e->refs == 0)
		evfd_destroy(e);
}


static void evfd_unref(struct evfd *e)
{
	bool last;

	pthread_mutex_lock(&e->lock);
	last = --e->refs == 0;
	pthread_mutex_unlock(&e->lock);
	if (last)
		evfd_destroy(e);
}

static int evfd_write(struct evfd *e, unsigned n)
{
	int rc = -1;

	pthread_mutex_lock(&e->lock);
	if (!e->closed) {
		e->counter += n;
		account(&totals.written, n);
		pthread_cond_signal(&e->readable);
		rc = 0;
	}
	pthread_mutex_unlock(&e->lock);
	return rc;
}

/* Waits for events; returns how many, or -1 (and drops the reference) when the counter was closed. */
static int evfd_poll(struct evfd *e)
{
	unsigned n;

	pthread_mutex_lock(&e->lock);
	while (e->counter == 0 && !e->closed)
		pthread_cond_wait(&e->readable, &e->lock);
	if (e->closed) {
		evfd_unref_locked(e);
		pthread_mutex_unlock(&e->lock);
		return -1;
	}
	n = e->counter;
	e->counter = 0;
	pthread_mutex_unlock(&e->lock);
	return (int)n;
}

static void evfd_close(struct evfd *e)
{
	pthread_mutex_lock(&e->lock);
	e->closed = true;
	pthread_cond_broadcast(&e->readable);
	pthread_mutex_unlock(&e->lock);
}

static void *writer_main(void *arg)
{
	struct evfd *e = arg;

	for (unsigned i = 1; i <= EVENTS; i++)
		if (evfd_write(e, i) < 0)
			break;
	evfd_unref(e);
	return NULL;
}

static void *poller_main(void *arg)
{
	struct evfd *e = arg;
	unsigned *loops = malloc(sizeof *loops);
	int n;

	if (!loops)
		abort();
	*loops = 0;
	while ((n = evfd_poll(e)) >= 0) {
		account(&totals.read, (unsigned)n);
		++*loops;
	}
	return loops;
}

int main(void)
{
	pthread_t writers[WRITERS], poller;
	struct evfd *e = evfd_create(WRITERS + 2);
	void *loops;

	if (!e)
		return 1;
	pthread_create(&poller, NULL, poller_main, e);
	for (int i = 0; i < WRITERS; i++)
		pthread_create(&writers[i], NULL, writer_main, e);
	evfd_close(e);
	evfd_unref(e);

	for (int i = 0; i < WRITERS; i++)
		pthread_join(writers[i], NULL);
	pthread_join(poller, &loops);

	assert(totals.destroyed == 1);
	assert(totals.written == totals.read + totals.left_over);
	printf("%u written, %u read in %u loops\n", totals.written, totals.read, *(unsigned *)loops);
	free(loops);
	pthread_mutex_destroy(&totals.lock);
	return 0;
}
