/*
 * A resource manager that hands out tape drives, printers and plotters by counting semaphores.  Each job asks for
 * several units, one by one.
 *
 * deadlock: UNSAFE.  A job takes its units as it goes and keeps what it has while it waits for more.  Any two of the jobs
 *   can always continue; it takes three: "archive" holds two drives and waits for the printer, "report" holds the printer
 *   and waits for a drive, and "backup" holds the third drive and waits for another one.
 * assert: safe.  A unit is found free by the holder of the class's lock; the semaphore guarantees that one is there.
 * race: safe.  Unit tables and counters are touched under the lock of their class.
 * memory: safe.  Unit numbers come from the search and are below the class size.
 * overflow, leak, uninit: safe.  Small counts; no heap; everything is initialised before the threads start.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>

#define MAX_UNITS 3
#define MAX_NEEDS 3

enum resource { DRIVE, PRINTER, PLOTTER, RESOURCES };

struct class {
  const char *name;
  int units;
  sem_t available;
  pthread_mutex_t lock;
  bool busy[MAX_UNITS];
  unsigned grants;
};

struct grant {
  enum resource kind;
  int unit;
};

struct job {
  const char *name;
  int needs;
  enum resource plan[MAX_NEEDS];
  struct grant held[MAX_NEEDS];
  int held_count;
  unsigned work;
  pthread_t thread;
};

static struct class classes[RESOURCES] = {
  [DRIVE] = { .name = "drive", .units = 3 },
  [PRINTER] = { .name = "printer", .units = 1 },
  [PLOTTER] = { .name = "plotter", .units = 1 },
};

static void classes_init(void)
{
  for (int k = 0; k < RESOURCES; k++) {
    sem_init(&classes[k].available, 0, (unsigned)classes[k].units);
    pthread_mutex_init(&classes[k].lock, NULL);
  }
}

static void classes_destroy(void)
{
  for (int k = 0; k < RESOURCES; k++) {
    sem_destroy(&classes[k].available);
    pthread_mutex_destroy(&classes[k].lock);
  }
}

static int find_free(const struct class *c)
{
  for (int u = 0; u < c->units; u++)
    if (!c->busy[u])
      return u;
  return -1;
}

static void acquire(struct job *j, enum resource kind)
{
  struct class *c = &classes[kind];
  int unit;

  sem_wait(&c->available);
  pthread_mutex_lock(&c->lock);
  unit = find_free(c);
  assert(unit >= 0);
  c->busy[unit] = true;
  c->grants++;
  pthread_mutex_unlock(&c->lock);

  j->held[j->held_count].kind = kind;
  j->held[j->held_count].unit = unit;
  j->held_count++;
}

static void release_all(struct job *j)
{
  while (j->held_count > 0) {
    struct grant *g = &j->held[--j->held_count];
    struct class *c = &classes[g->kind];

    pthread_mutex_lock(&c->lock);
    assert(c->busy[g->unit]);
    c->busy[g->unit] = false;
    pthread_mutex_unlock(&c->lock);
    sem_post(&c->available);
  }
}

static unsigned do_work(const struct job *j)
{
  unsigned w = 0;
  for (int i = 0; i < j->held_count; i++)
    w = w * 10 + (unsigned)j->held[i].kind + 1;
  return w;
}

static void *job_main(void *arg)
{
  struct job *j = arg;

  for (int i = 0; i < j->needs; i++)
    acquire(j, j->plan[i]);
  j->work = do_work(j);
  release_all(j);
  return NULL;
}

int main(void)
{
  struct job jobs[] = {
    { .name = "backup", .needs = 2, .plan = { DRIVE, DRIVE } },
    { .name = "archive", .needs = 3, .plan = { DRIVE, DRIVE, PRINTER } },
    { .name = "report", .needs = 2, .plan = { PRINTER, DRIVE } },
    { .name = "chart", .needs = 1, .plan = { PLOTTER } },
  };
  const int count = sizeof jobs / sizeof jobs[0];
  unsigned grants = 0, needed = 0;

  classes_init();
  for (int i = 0; i < count; i++)
    pthread_create(&jobs[i].thread, NULL, job_main, &jobs[i]);
  for (int i = 0; i < count; i++) {
    pthread_join(jobs[i].thread, NULL);
    needed += (unsigned)jobs[i].needs;
  }
  for (int k = 0; k < RESOURCES; k++) {
    grants += classes[k].grants;
    assert(find_free(&classes[k]) == 0);
  }
  assert(grants == needed);
  for (int i = 0; i < count; i++)
    printf("%s: work %u\n", jobs[i].name, jobs[i].work);
  classes_destroy();
  return 0;
}
