/*
 * A sequence lock as a kernel uses it for its time base: writers (serialised by a spin lock) make the sequence odd, update, and
 * make it even; readers take a snapshot and retry if the sequence was odd or has changed.
 *
 * assert: safe.  A snapshot taken with the same even sequence before and after is not torn: the parts belong together, and
 *   time does not run backwards for a reader.
 * race: safe.  All shared words, the payload included, are atomic (a plain payload would be a data race, even though
 *   torn snapshots are thrown away).
 * deadlock: safe.  The spin lock is held for a few steps; readers retry a bounded number of times and then take the
 *   writers' lock for an undisturbed read.
 * memory, leak, uninit: safe.  Static data.  overflow: safe, unsigned arithmetic; the nanoseconds are normalised.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#define READERS 2
#define READS 2
#define TICKERS 2
#define TICKS 2
#define RETRIES 3
#define NSEC_PER_SEC 1000u
#define TICK_NSEC 400u

struct timebase {
	atomic_uint sequence;
	atomic_uint sec;
	atomic_uint nsec;
	atomic_uint ticks; /* redundant: sec * NSEC_PER_SEC + nsec == ticks * TICK_NSEC */
	pthread_spinlock_t write_lock;
};

struct snapshot {
	unsigned sec, nsec, ticks;
};

static struct timebase base;

/* ---- sequence lock */

static unsigned read_seq_begin(void)
{
	return atomic_load(&base.sequence);
}

static bool read_seq_retry(unsigned start)
{
	return (start & 1u) || atomic_load(&base.sequence) != start;
}

static void write_seq_lock(void)
{
	pthread_spin_lock(&base.write_lock);
	atomic_fetch_add(&base.sequence, 1);
}

static void write_seq_unlock(void)
{
	atomic_fetch_add(&base.sequence, 1);
	pthread_spin_unlock(&base.write_lock);
}

/* ---- time keeping */

static void timebase_init(void)
{
	atomic_init(&base.sequence, 0);
	atomic_init(&base.sec, 0);
	atomic_init(&base.nsec, 0);
	atomic_init(&base.ticks, 0);
	pthread_spin_init(&base.write_lock, PTHREAD_PROCESS_PRIVATE);
}

static void timebase_tick(void)
{
	unsigned nsec;

	write_seq_lock();
	nsec = atomic_load(&base.nsec) + TICK_NSEC;
	if (nsec >= NSEC_PER_SEC) {
		nsec -= NSEC_PER_SEC;
		atomic_store(&base.sec, atomic_load(&base.sec) + 1);
	}
	atomic_store(&base.nsec, nsec);
	atomic_store(&base.ticks, atomic_load(&base.ticks) + 1);
	write_seq_unlock();
}

static void copy_out(struct snapshot *s)
{
	s->sec = atomic_load(&base.sec);
	s->nsec = atomic_load(&base.nsec);
	s->ticks = atomic_load(&base.ticks);
}

/* Returns the number of retries. */
static unsigned timebase_read(struct snapshot *s)
{
	for (unsigned n = 0; n < RETRIES; n++) {
		unsigned start = read_seq_begin();

		copy_out(s);
		if (!read_seq_retry(start))
			return n;
	}
	pthread_spin_lock(&base.write_lock);
	copy_out(s);
	pthread_spin_unlock(&base.write_lock);
	return RETRIES;
}

static inline unsigned total_nsec(const struct snapshot *s)
{
	return s->sec * NSEC_PER_SEC + s->nsec;
}

/* ---- threads */

struct reader {
	pthread_t thread;
	unsigned retries;
	struct snapshot last;
};

static void *reader_main(void *arg)
{
	struct reader *r = arg;

	for (int i = 0; i < READS; i++) {
		struct snapshot s;

		r->retries += timebase_read(&s);
		assert(s.nsec < NSEC_PER_SEC);
		assert(total_nsec(&s) == s.ticks * TICK_NSEC);
		assert(total_nsec(&s) >= total_nsec(&r->last));
		r->last.sec = s.sec;
		r->last.nsec = s.nsec;
		r->last.ticks = s.ticks;
	}
	return NULL;
}

static void *ticker_main(void *arg)
{
	(void)arg;
	for (int i = 0; i < TICKS; i++)
		timebase_tick();
	return NULL;
}

int main(void)
{
	struct reader readers[READERS];
	pthread_t tickers[TICKERS];
	struct snapshot end;
	unsigned retries = 0;

	timebase_init();
	for (int i = 0; i < READERS; i++) {
		readers[i].retries = 0;
		readers[i].last.sec = readers[i].last.nsec = readers[i].last.ticks = 0;
		pthread_create(&readers[i].thread, NULL, reader_main, &readers[i]);
	}
	for (int i = 0; i < TICKERS; i++)
		pthread_create(&tickers[i], NULL, ticker_main, NULL);
	for (int i = 0; i < READERS; i++) {
		pthread_join(readers[i].thread, NULL);
		retries += readers[i].retries;
	}
	for (int i = 0; i < TICKERS; i++)
		pthread_join(tickers[i], NULL);

	timebase_read(&end);
	assert(end.ticks == TICKERS * TICKS && total_nsec(&end) == TICKERS * TICKS * TICK_NSEC);
	printf("%u.%03u after %u ticks, %u retries\n", end.sec, end.nsec, end.ticks, retries);
	pthread_spin_destroy(&base.write_lock);
	return 0;
}
