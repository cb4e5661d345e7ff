/*
 * A file system journal: handles reserve space, log blocks into a running transaction, and the transaction is
 * checkpointed to the device when the journal is full.
 *
 * deadlock: UNSAFE (self-deadlock).  journal_error() takes the journal lock to raise the abort flag.  checkpoint_locked()
 *   runs with that lock held and calls journal_error() when the device reports an error (an input).  Only the handle that
 *   fills the journal runs the checkpoint, so it takes a full journal and a failing device.
 * assert: safe.  Space is reserved and returned under the lock; used never exceeds the size.
 * race: safe.  Journal state is touched under its lock; the abort flag as well.
 * memory: safe.  The block array has JOURNAL_BLOCKS places, and `used` is checked before each append.
 * leak, uninit, overflow: safe.  Journal and handles are freed on every path; unsigned counters.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define JOURNAL_BLOCKS 4u
#define WRITERS 3
#define HANDLES 1
#define BLOCKS_PER_HANDLE 2u

struct journal {
	pthread_mutex_t lock;
	unsigned blocks[JOURNAL_BLOCKS];
	unsigned used;
	unsigned checkpoints;
	unsigned written;
	bool aborted;
};

struct handle {
	struct journal *journal;
	unsigned credits;
};

static struct journal *journal_create(void)
{
	struct journal *j = malloc(sizeof *j);

	if (!j)
		return NULL;
	pthread_mutex_init(&j->lock, NULL);
	for (unsigned i = 0; i < JOURNAL_BLOCKS; i++)
		j->blocks[i] = 0;
	j->used = 0;
	j->checkpoints = 0;
	j->written = 0;
	j->aborted = false;
	return j;
}

static void journal_destroy(struct journal *j)
{
	pthread_mutex_destroy(&j->lock);
	free(j);
}

/* Marks the journal as unusable, from wherever the error shows. */
static void journal_error(struct journal *j, int error)
{
	pthread_mutex_lock(&j->lock);
	if (!j->aborted) {
		j->aborted = true;
		fprintf(stderr, "journal: aborted, error %d\n", error);
	}
	pthread_mutex_unlock(&j->lock);
}

static int device_write(unsigned block)
{
	(void)block;
	return __VERIFIER_nondet_int() == -1 ? -EIO : 0;
}

/* Caller holds the lock. */
static int checkpoint_locked(struct journal *j)
{
	for (unsigned i = 0; i < j->used; i++) {
		int rc = device_write(j->blocks[i]);
		if (rc < 0) {
			journal_error(j, rc);
			return rc;
		}
		j->written++;
	}
	j->used = 0;
	j->checkpoints++;
	return 0;
}

static int handle_start(struct journal *j, unsigned credits, struct handle **out)
{
	struct handle *h;
	int rc = 0;

	h = malloc(sizeof *h);
	if (!h)
		return -ENOMEM;
	h->journal = j;
	h->credits = credits;

	pthread_mutex_lock(&j->lock);
	if (j->aborted) {
		rc = -EROFS;
		goto fail;
	}
	pthread_mutex_unlock(&j->lock);
	*out = h;
	return 0;

fail:
	pthread_mutex_unlock(&j->lock);
	free(h);
	return rc;
}

static int handle_log(struct handle *h, unsigned block)
{
	struct journal *j = h->journal;
	int rc = 0;

	if (h->credits == 0)
		return -ENOSPC;
	h->credits--;
	pthread_mutex_lock(&j->lock);
	if (j->aborted) {
		rc = -EROFS;
		goto out;
	}
	if (j->used == JOURNAL_BLOCKS) {
		rc = checkpoint_locked(j);
		if (rc < 0)
			goto out;
	}
	assert(j->used < JOURNAL_BLOCKS);
	j->blocks[j->used++] = block;
out:
	pthread_mutex_unlock(&j->lock);
	return rc;
}

static void handle_stop(struct handle *h)
{
	free(h);
}

struct writer {
	pthread_t thread;
	struct journal *journal;
	unsigned first_block;
	unsigned logged;
};

static void *writer_main(void *arg)
{
	struct writer *w = arg;

	for (unsigned n = 0; n < HANDLES; n++) {
		struct handle *h;
		if (handle_start(w->journal, BLOCKS_PER_HANDLE, &h) < 0)
			break;
		for (unsigned i = 0; i < BLOCKS_PER_HANDLE; i++)
			if (handle_log(h, w->first_block + i) == 0)
				w->logged++;
		handle_stop(h);
	}
	return NULL;
}

int main(void)
{
	struct journal *j = journal_create();
	struct writer writers[WRITERS];
	unsigned logged = 0;

	if (!j)
		return 1;
	for (unsigned i = 0; i < WRITERS; i++) {
		writers[i].journal = j;
		writers[i].first_block = i * 16;
		writers[i].logged = 0;
		pthread_create(&writers[i].thread, NULL, writer_main, &writers[i]);
	}
	for (unsigned i = 0; i < WRITERS; i++) {
		pthread_join(writers[i].thread, NULL);
		logged += writers[i].logged;
	}
	assert(logged == j->written + j->used);
	printf("%u blocks logged, %u checkpoints\n", logged, j->checkpoints);
	journal_destroy(j);
	return 0;
}
