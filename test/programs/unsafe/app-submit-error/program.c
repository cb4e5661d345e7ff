/*
 * A block device queue: submitters put requests on the queue and ring the doorbell, a completion thread serves them.
 *
 * memory: UNSAFE (double free).  blk_submit() queues the request first and rings the doorbell after it dropped the lock.
 *   If the doorbell reports an error (an input), the error path takes the request off the queue and frees it and its
 *   data, without noticing that it is not on the queue any more when the completion thread was faster and has already
 *   freed both.
 * race: safe, unless an address is used again.  Queue and requests are touched under the queue lock, also the free of a completed request; the error
 *   path compares pointers but does not look into the request.  If another submitter has got the room of the freed request meanwhile, the error
 *   path frees that one, while its owner fills it in.
 * assert: safe.  The number of queued requests is kept under the lock and matches the list.  A request that was both
 *   completed and reported as failed would be counted twice, but then its double free has ended the process.
 * deadlock: safe.  One lock.  The completion thread sleeps only while the queue is empty and not closed; both change
 *   under the lock with a signal, and main closes the queue after all submitters are done.
 * leak: safe.  On every path that ends normally each request is freed once, by completion or by the error path.
 * overflow, uninit: safe.  Data is filled with unsigned bytes, status codes are only compared.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define SUBMITTERS 2
#define REQUESTS 2
#define BLOCK 4

struct request {
	unsigned sector;
	unsigned char *data;
	struct request *next;
};

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	struct request *head;
	struct request **tail;
	unsigned depth;
	bool closed;
	unsigned completed;
	unsigned bytes;
};

static void queue_init(struct queue *q)
{
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->wake, NULL);
	q->head = NULL;
	q->tail = &q->head;
	q->depth = 0;
	q->closed = false;
	q->completed = 0;
	q->bytes = 0;
}

/* The next three: caller holds the lock. */

static void queue_add(struct queue *q, struct request *r)
{
	r->next = NULL;
	*q->tail = r;
	q->tail = &r->next;
	q->depth++;
}

static void queue_remove(struct queue *q, const struct request *r)
{
	for (struct request **link = &q->head; *link; link = &(*link)->next)
		if (*link == r) {
			*link = (*link)->next;
			if (!*link)
				q->tail = link;
			q->depth--;
			break;
		}
}

static struct request *queue_next(struct queue *q)
{
	struct request *r = q->head;

	if (r) {
		q->head = r->next;
		if (!q->head)
			q->tail = &q->head;
		q->depth--;
	}
	return r;
}

/* Tells the controller that there is work.  It may answer with an error. */
static int ring_doorbell(void)
{
	return __VERIFIER_nondet_int() < 0 ? -EIO : 0;
}

static int blk_submit(struct queue *q, unsigned sector, unsigned char fill)
{
	struct request *r;
	unsigned char *data;
	int rc = -ENOMEM;

	data = malloc(BLOCK);
	if (!data)
		goto out;
	r = malloc(sizeof *r);
	if (!r)
		goto out_data;
	for (int i = 0; i < BLOCK; i++)
		data[i] = fill;
	r->sector = sector;
	r->data = data;

	pthread_mutex_lock(&q->lock);
	queue_add(q, r);
	pthread_cond_signal(&q->wake);
	pthread_mutex_unlock(&q->lock);

	rc = ring_doorbell();
	if (rc == 0)
		return 0;

	pthread_mutex_lock(&q->lock);
	queue_remove(q, r);
	pthread_mutex_unlock(&q->lock);
	free(r);
out_data:
	free(data);
out:
	return rc;
}

/* Caller holds the lock. */
static void blk_complete(struct queue *q, struct request *r)
{
	for (int i = 0; i < BLOCK; i++)
		q->bytes += r->data[i] != 0;
	q->completed++;
	free(r->data);
	free(r);
}

static void *completion_main(void *arg)
{
	struct queue *q = arg;

	pthread_mutex_lock(&q->lock);
	for (;;) {
		struct request *r = queue_next(q);
		if (r) {
			blk_complete(q, r);
			continue;
		}
		if (q->closed)
			break;
		pthread_cond_wait(&q->wake, &q->lock);
	}
	assert(q->depth == 0);
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

struct submitter {
	pthread_t thread;
	struct queue *queue;
	unsigned first_sector;
	unsigned failed;
};

static void *submitter_main(void *arg)
{
	struct submitter *s = arg;

	for (unsigned i = 0; i < REQUESTS; i++)
		if (blk_submit(s->queue, s->first_sector + i, 0xee) < 0)
			s->failed++;
	return NULL;
}

int main(void)
{
	struct queue q;
	struct submitter submitters[SUBMITTERS];
	pthread_t completion;
	unsigned failed = 0;

	queue_init(&q);
	pthread_create(&completion, NULL, completion_main, &q);
	for (unsigned i = 0; i < SUBMITTERS; i++) {
		submitters[i].queue = &q;
		submitters[i].first_sector = i * 100;
		submitters[i].failed = 0;
		pthread_create(&submitters[i].thread, NULL, submitter_main, &submitters[i]);
	}
	for (unsigned i = 0; i < SUBMITTERS; i++) {
		pthread_join(submitters[i].thread, NULL);
		failed += submitters[i].failed;
	}
	pthread_mutex_lock(&q.lock);
	q.closed = true;
	pthread_cond_signal(&q.wake);
	pthread_mutex_unlock(&q.lock);
	pthread_join(completion, NULL);

	assert(q.completed + failed == SUBMITTERS * REQUESTS);
	printf("%u completed, %u failed, %u bytes\n", q.completed, failed, q.bytes);
	pthread_cond_destroy(&q.wake);
	pthread_mutex_destroy(&q.lock);
	return 0;
}
