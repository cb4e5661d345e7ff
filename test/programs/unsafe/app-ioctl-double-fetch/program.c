/*
 * An ioctl dispatcher.  Requests live in "user memory", which another user thread may change at any time, so the
 * kernel side reads every word of it with an atomic load (as copy_from_user would).
 *
 * memory: UNSAFE (out of bounds).  The handler of CMD_SET_LABEL fetches the length twice: once to check it against
 *   LABEL_MAX, and once more as the bound of the copy loop.  If the attacker stores a larger length in between, the loop
 *   writes past the end of the label, a heap block of LABEL_MAX bytes.  It takes the right command and a hostile length
 *   (both are inputs) and one preemption between the two fetches.
 * assert: safe.  The label length that is stored is the checked one, and handlers return 0 or a negative error.
 * race: safe.  User memory is atomic; device state is touched under the device lock.
 * deadlock: safe.  One lock, released on every path.
 * overflow: safe.  The gain is checked against its range before it is used.  uninit: safe, the label comes from calloc.
 * leak: safe, everything is freed in main.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

#define LABEL_MAX 4u
#define USER_BYTES 8u
#define CALLS 2

enum { CMD_RESET, CMD_SET_LABEL, CMD_GET_LABEL, CMD_SET_GAIN, CMD_COUNT };

/* A request block in user memory. */
struct user_request {
	atomic_uint length;
	atomic_int value;
	atomic_uchar bytes[USER_BYTES];
};

struct device {
	pthread_mutex_t lock;
	unsigned char *label;
	unsigned label_length;
	int gain;
	unsigned calls;
};

typedef int (*ioctl_handler)(struct device *dev, struct user_request *req);

#define get_user(field) atomic_load(&(field))
#define put_user(field, v) atomic_store(&(field), (v))

static int do_reset(struct device *dev, struct user_request *req)
{
	(void)req;
	for (unsigned i = 0; i < LABEL_MAX; i++)
		dev->label[i] = 0;
	dev->label_length = 0;
	dev->gain = 1;
	return 0;
}

static int do_set_label(struct device *dev, struct user_request *req)
{
	unsigned length = get_user(req->length);

	if (length > LABEL_MAX)
		return -EINVAL;
	for (unsigned i = 0; i < get_user(req->length); i++)
		dev->label[i] = get_user(req->bytes[i]);
	dev->label_length = length;
	return 0;
}

static int do_get_label(struct device *dev, struct user_request *req)
{
	unsigned n = dev->label_length;

	assert(n <= LABEL_MAX);
	for (unsigned i = 0; i < n; i++)
		put_user(req->bytes[i], dev->label[i]);
	put_user(req->length, n);
	return 0;
}

static int do_set_gain(struct device *dev, struct user_request *req)
{
	int gain = get_user(req->value);

	if (gain < -100 || gain > 100)
		return -ERANGE;
	dev->gain = gain * 10;
	return 0;
}

static const ioctl_handler handlers[CMD_COUNT] = {
	[CMD_RESET] = do_reset,
	[CMD_SET_LABEL] = do_set_label,
	[CMD_GET_LABEL] = do_get_label,
	[CMD_SET_GAIN] = do_set_gain,
};

static int dev_ioctl(struct device *dev, unsigned cmd, struct user_request *req)
{
	int rc;

	if (cmd >= CMD_COUNT || !handlers[cmd])
		return -ENOTTY;
	pthread_mutex_lock(&dev->lock);
	dev->calls++;
	rc = handlers[cmd](dev, req);
	pthread_mutex_unlock(&dev->lock);
	assert(rc <= 0);
	return rc;
}

static int dev_open(struct device **out)
{
	struct device *dev = malloc(sizeof *dev);

	if (!dev)
		return -ENOMEM;
	dev->label = calloc(LABEL_MAX, 1);
	if (!dev->label) {
		free(dev);
		return -ENOMEM;
	}
	pthread_mutex_init(&dev->lock, NULL);
	dev->label_length = 0;
	dev->gain = 1;
	dev->calls = 0;
	*out = dev;
	return 0;
}

static void dev_close(struct device *dev)
{
	pthread_mutex_destroy(&dev->lock);
	free(dev->label);
	free(dev);
}

/* ---- user space: one process, its threads share the request block */

static struct device *device;
static struct user_request request;
static atomic_uint errors;

static void *caller_main(void *arg)
{
	(void)arg;
	for (int i = 0; i < CALLS; i++)
		if (dev_ioctl(device, __VERIFIER_nondet_uint(), &request) < 0)
			atomic_fetch_add(&errors, 1);
	return NULL;
}

static void *attacker_main(void *arg)
{
	(void)arg;
	put_user(request.length, __VERIFIER_nondet_uint());
	put_user(request.value, __VERIFIER_nondet_int());
	return NULL;
}

int main(void)
{
	pthread_t callers[2], attacker;

	if (dev_open(&device) < 0)
		return 1;
	atomic_init(&request.length, 2);
	atomic_init(&request.value, 5);
	for (unsigned i = 0; i < USER_BYTES; i++)
		atomic_init(&request.bytes[i], (unsigned char)('a' + i));

	for (int i = 0; i < 2; i++)
		pthread_create(&callers[i], NULL, caller_main, NULL);
	pthread_create(&attacker, NULL, attacker_main, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(callers[i], NULL);
	pthread_join(attacker, NULL);

	assert(device->label_length <= LABEL_MAX);
	assert(device->gain >= -1000 && device->gain <= 1000);
	printf("%u calls, %u errors, gain %d\n", device->calls, atomic_load(&errors), device->gain);
	dev_close(device);
	return 0;
}
