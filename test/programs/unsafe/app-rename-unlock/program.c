/*
 * A tiny in-memory file system: rename moves a name between two directories, each with its own lock; stat reads one.
 *
 * deadlock: UNSAFE (unlock of a mutex that is not held).  fs_rename() locks the source directory and only tries the target,
 *   so as not to wait with a lock held.  When the trylock fails, the error path jumps to the label that releases both.
 *   It takes inputs that name two different directories and another thread that holds the target at that moment.
 * assert: safe.  The number of names is the same before and after; a name is in exactly one directory.
 * race: safe.  Directories are touched under their own locks.
 * memory: safe.  Directory numbers are reduced modulo DIRS and slots are searched below SLOTS.
 * overflow, leak, uninit: safe.  The directories live on the heap and are freed after the joins.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned int __VERIFIER_nondet_uint(void);

#define DIRS 3
#define SLOTS 3
#define EMPTY 0u
#define TASKS 2

typedef unsigned name_t;

struct directory {
	pthread_mutex_t lock;
	unsigned number;
	name_t names[SLOTS];
	unsigned version;
};

struct fs {
	struct directory *dirs[DIRS];
};

static struct directory *dir_new(unsigned number)
{
	struct directory *d = malloc(sizeof *d);

	if (!d)
		abort();
	pthread_mutex_init(&d->lock, NULL);
	d->number = number;
	for (int i = 0; i < SLOTS; i++)
		d->names[i] = EMPTY;
	d->names[0] = number + 1;
	d->version = 0;
	return d;
}

static void dir_free(struct directory *d)
{
	pthread_mutex_destroy(&d->lock);
	free(d);
}

/* The next three: caller holds the lock of the directory. */

static int dir_find(const struct directory *d, name_t name)
{
	for (int i = 0; i < SLOTS; i++)
		if (d->names[i] == name)
			return i;
	return -ENOENT;
}

static unsigned dir_count(const struct directory *d)
{
	unsigned n = 0;

	for (int i = 0; i < SLOTS; i++)
		n += d->names[i] != EMPTY;
	return n;
}

static name_t dir_any(const struct directory *d)
{
	for (int i = 0; i < SLOTS; i++)
		if (d->names[i] != EMPTY)
			return d->names[i];
	return EMPTY;
}

static int fs_rename(struct fs *fs, unsigned from, unsigned to)
{
	struct directory *src = fs->dirs[from], *dst = fs->dirs[to];
	name_t name;
	int slot, rc = 0;

	if (src == dst)
		return 0;
	pthread_mutex_lock(&src->lock);
	name = dir_any(src);
	if (name == EMPTY) {
		rc = -ENOENT;
		goto out_src;
	}
	if (pthread_mutex_trylock(&dst->lock) != 0) {
		rc = -EBUSY;
		goto out_both;
	}
	slot = dir_find(dst, EMPTY);
	if (slot < 0) {
		rc = -ENOSPC;
		goto out_both;
	}
	dst->names[slot] = name;
	src->names[dir_find(src, name)] = EMPTY;
	dst->version++;
	src->version++;

out_both:
	pthread_mutex_unlock(&dst->lock);
out_src:
	pthread_mutex_unlock(&src->lock);
	return rc;
}

static unsigned fs_stat(struct fs *fs, unsigned number)
{
	struct directory *d = fs->dirs[number];
	unsigned n;

	pthread_mutex_lock(&d->lock);
	n = dir_count(d);
	pthread_mutex_unlock(&d->lock);
	return n;
}

struct task {
	pthread_t thread;
	struct fs *fs;
	unsigned from, to;
	int rc;
	unsigned seen;
};

static void *task_main(void *arg)
{
	struct task *t = arg;

	t->rc = fs_rename(t->fs, t->from, t->to);
	t->seen = fs_stat(t->fs, t->from);
	return NULL;
}

int main(void)
{
	struct fs fs;
	struct task tasks[TASKS];
	unsigned total = 0, copies[DIRS + 1] = { 0 };

	for (unsigned i = 0; i < DIRS; i++)
		fs.dirs[i] = dir_new(i);
	for (int i = 0; i < TASKS; i++) {
		tasks[i].fs = &fs;
		tasks[i].from = __VERIFIER_nondet_uint() % DIRS;
		tasks[i].to = __VERIFIER_nondet_uint() % DIRS;
		tasks[i].rc = 0;
		tasks[i].seen = 0;
		pthread_create(&tasks[i].thread, NULL, task_main, &tasks[i]);
	}
	for (int i = 0; i < TASKS; i++)
		pthread_join(tasks[i].thread, NULL);

	for (int i = 0; i < DIRS; i++) {
		for (int k = 0; k < SLOTS; k++)
			if (fs.dirs[i]->names[k] != EMPTY) {
				copies[fs.dirs[i]->names[k]]++;
				total++;
			}
		printf("directory %u: version %u\n", fs.dirs[i]->number, fs.dirs[i]->version);
		dir_free(fs.dirs[i]);
	}
	assert(total == DIRS);
	for (int i = 1; i <= DIRS; i++)
		assert(copies[i] == 1);
	return 0;
}
