/*
 * A timer wheel: timers hang in slots by expiry, a tick thread runs expired callbacks without the lock, and
 * timer_cancel_sync() returns only when the callback is not running and will not run again.
 *
 * memory: safe.  A client frees its timer after timer_cancel_sync(), when the timer is in no slot and not running; the tick
 *   thread re-reads the slot head after each callback instead of keeping pointers across the unlocked region.
 * race: safe.  Slots, links, `running` and the state of timers are touched under the lock.  The callback uses the
 *   timer's constant fields and an atomic counter; the free is ordered after the callback by the lock.
 * assert: safe.  A callback runs at most MAX_FIRES times, and not after the cancel returned.
 * deadlock: safe.  timer_cancel_sync() waits until the callback has ended, and callbacks take no lock; the end of every
 *   callback is broadcast under the lock.
 * leak, uninit, overflow: safe.  Timers are freed by their clients; unsigned time.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define SLOTS 4u
#define TICKS 4u
#define CLIENTS 2
#define MAX_FIRES 2u

struct timer;

/* Returns the delay after which to run again, 0 for never. */
typedef unsigned (*timer_fn)(struct timer *t);

struct timer {
	struct timer *next, **link; /* link is NULL when not queued */
	timer_fn fn;
	void *context;
	unsigned rounds;
	bool cancelled;
};

struct wheel {
	pthread_mutex_t lock;
	pthread_cond_t idle;
	struct timer *slots[SLOTS];
	unsigned now;
	struct timer *running;
	unsigned fired;
};

static struct wheel wheel = { .lock = PTHREAD_MUTEX_INITIALIZER, .idle = PTHREAD_COND_INITIALIZER };

/* ---- intrusive lists; callers hold the lock */

static void slot_insert(struct timer *t, unsigned delay)
{
	struct timer **head = &wheel.slots[(wheel.now + delay) % SLOTS];

	t->rounds = delay / SLOTS;
	t->next = *head;
	t->link = head;
	if (*head)
		(*head)->link = &t->next;
	*head = t;
}

static void slot_remove(struct timer *t)
{
	*t->link = t->next;
	if (t->next)
		t->next->link = t->link;
	t->link = NULL;
	t->next = NULL;
}

/* ---- interface */

static struct timer *timer_new(timer_fn fn, void *context)
{
	struct timer *t = malloc(sizeof *t);

	if (!t)
		abort();
	t->next = NULL;
	t->link = NULL;
	t->fn = fn;
	t->context = context;
	t->rounds = 0;
	t->cancelled = false;
	return t;
}

static void timer_start(struct timer *t, unsigned delay)
{
	pthread_mutex_lock(&wheel.lock);
	slot_insert(t, delay);
	pthread_mutex_unlock(&wheel.lock);
}

/* True if the timer was still waiting to run. */
static bool timer_cancel_sync(struct timer *t)
{
	bool pending;

	pthread_mutex_lock(&wheel.lock);
	t->cancelled = true;
	while (wheel.running == t)
		pthread_cond_wait(&wheel.idle, &wheel.lock);
	pending = t->link != NULL;
	if (pending)
		slot_remove(t);
	pthread_mutex_unlock(&wheel.lock);
	return pending;
}

/* An expired timer of the current slot, taken out of it, or NULL.  Caller holds the lock. */
static struct timer *take_expired(void)
{
	for (struct timer *t = wheel.slots[wheel.now % SLOTS]; t; t = t->next)
		if (t->rounds == 0) {
			slot_remove(t);
			return t;
		}
	return NULL;
}

static void wheel_tick(void)
{
	struct timer *t;

	pthread_mutex_lock(&wheel.lock);
	wheel.now++;
	while ((t = take_expired())) {
		unsigned again;

		wheel.running = t;
		wheel.fired++;
		pthread_mutex_unlock(&wheel.lock);
		again = t->fn(t);
		pthread_mutex_lock(&wheel.lock);
		wheel.running = NULL;
		if (again && !t->cancelled)
			slot_insert(t, again);
		pthread_cond_broadcast(&wheel.idle);
	}
	for (t = wheel.slots[wheel.now % SLOTS]; t; t = t->next)
		t->rounds--;
	pthread_mutex_unlock(&wheel.lock);
}

static void *tick_main(void *arg)
{
	(void)arg;
	for (unsigned i = 0; i < TICKS; i++)
		wheel_tick();
	return NULL;
}

/* ---- clients */

struct client {
	pthread_t thread;
	unsigned delay;
	atomic_uint fires;
	atomic_bool gone;
	bool was_pending;
};

static unsigned on_timer(struct timer *t)
{
	struct client *c = t->context;
	unsigned fires;

	assert(!atomic_load(&c->gone));
	fires = atomic_fetch_add(&c->fires, 1) + 1;
	return fires < MAX_FIRES ? c->delay : 0;
}

static void *client_main(void *arg)
{
	struct client *c = arg;
	struct timer *t = timer_new(on_timer, c);

	timer_start(t, c->delay);
	c->was_pending = timer_cancel_sync(t);
	atomic_store(&c->gone, true);
	free(t);
	return NULL;
}

int main(void)
{
	struct client clients[CLIENTS];
	pthread_t ticker;
	unsigned fires = 0;

	for (unsigned i = 0; i < CLIENTS; i++) {
		clients[i].delay = i + 1;
		clients[i].was_pending = false;
		atomic_init(&clients[i].fires, 0);
		atomic_init(&clients[i].gone, false);
		pthread_create(&clients[i].thread, NULL, client_main, &clients[i]);
	}
	pthread_create(&ticker, NULL, tick_main, NULL);
	for (unsigned i = 0; i < CLIENTS; i++) {
		pthread_join(clients[i].thread, NULL);
		fires += atomic_load(&clients[i].fires);
		assert(atomic_load(&clients[i].fires) <= MAX_FIRES);
	}
	pthread_join(ticker, NULL);

	assert(fires == wheel.fired);
	for (unsigned i = 0; i < SLOTS; i++)
		assert(wheel.slots[i] == NULL);
	for (unsigned i = 0; i < CLIENTS; i++)
		printf("client %u: %s\n", i, clients[i].was_pending ? "cancelled in time" : "had finished");
	return 0;
}
