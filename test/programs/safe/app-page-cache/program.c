/*
 * A buffer manager of a database: a few frames for more pages, pin counts, clock eviction, write-back of dirty pages; reads
 * and writes of the disk happen without holding the manager's lock.
 *
 * assert: safe.  A page is in at most one frame; updates made under the page latch are not lost by eviction, so the counters
 *   on the disk add up after the final flush.
 * race: safe.  Frame headers are touched under the manager's lock.  Contents are touched under the latch while pinned, or by
 *   the thread that has put the frame into LOADING or WRITING; a disk page is accessed by the one who does so for the one
 *   frame of that page.
 * deadlock: safe.  A thread pins one page at a time, so a frame becomes free eventually, which is broadcast; the latch is
 *   taken after the manager's lock was released.
 * memory, leak, uninit, overflow: safe.  Frame numbers are below FRAMES; the manager is on the heap and freed; few
 *   increments.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define PAGES 3
#define FRAMES 2
#define WORKERS 3
#define STEPS 2
#define NO_PAGE (-1)

enum frame_state { EMPTY, LOADING, VALID, WRITING };

struct frame {
  enum frame_state state;
  int page;
  int pins;
  bool dirty, referenced;
  pthread_mutex_t latch; /* protects the content while pinned */
  int content;
};

struct manager {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct frame frames[FRAMES];
  int hand;
  unsigned reads, writes, hits;
};

static int disk[PAGES];

static struct manager *manager_new(void)
{
  struct manager *m = malloc(sizeof *m);
  if (!m)
    return NULL;
  pthread_mutex_init(&m->lock, NULL);
  pthread_cond_init(&m->changed, NULL);
  for (int i = 0; i < FRAMES; i++) {
    struct frame *f = &m->frames[i];
    f->state = EMPTY;
    f->page = NO_PAGE;
    f->pins = 0;
    f->dirty = f->referenced = false;
    f->content = 0;
    pthread_mutex_init(&f->latch, NULL);
  }
  m->hand = 0;
  m->reads = m->writes = m->hits = 0;
  return m;
}

static void manager_free(struct manager *m)
{
  for (int i = 0; i < FRAMES; i++)
    pthread_mutex_destroy(&m->frames[i].latch);
  pthread_cond_destroy(&m->changed);
  pthread_mutex_destroy(&m->lock);
  free(m);
}

/* ---- all of these: caller holds the lock */

static struct frame *find_page(struct manager *m, int page)
{
  for (int i = 0; i < FRAMES; i++)
    if (m->frames[i].page == page)
      return &m->frames[i];
  return NULL;
}

/* Clock: the first unpinned frame without a second chance, or NULL if all are pinned or busy. */
static struct frame *find_victim(struct manager *m)
{
  for (int n = 0; n < 2 * FRAMES; n++) {
    struct frame *f = &m->frames[m->hand];
    m->hand = (m->hand + 1) % FRAMES;
    if (f->state == EMPTY)
      return f;
    if (f->state != VALID || f->pins > 0)
      continue;
    if (f->referenced)
      f->referenced = false;
    else
      return f;
  }
  return NULL;
}

static void write_back(struct manager *m, struct frame *f)
{
  int page = f->page;

  assert(f->state == VALID && f->pins == 0 && f->dirty);
  f->state = WRITING;
  pthread_mutex_unlock(&m->lock);
  disk[page] = f->content;
  pthread_mutex_lock(&m->lock);
  f->state = VALID;
  f->dirty = false;
  m->writes++;
  pthread_cond_broadcast(&m->changed);
}

static void read_in(struct manager *m, struct frame *f, int page)
{
  f->state = LOADING;
  f->page = page;
  f->pins = 1;
  pthread_mutex_unlock(&m->lock);
  f->content = disk[page];
  pthread_mutex_lock(&m->lock);
  f->state = VALID;
  f->referenced = true;
  m->reads++;
  pthread_cond_broadcast(&m->changed);
}

/* ---- interface */

static struct frame *page_pin(struct manager *m, int page)
{
  struct frame *f;

  pthread_mutex_lock(&m->lock);
  for (;;) {
    f = find_page(m, page);
    if (f && f->state == VALID) {
      f->pins++;
      f->referenced = true;
      m->hits++;
      break;
    }
    if (!f && (f = find_victim(m))) {
      if (f->dirty) {
        write_back(m, f);
        continue; /* the world may have changed */
      }
      read_in(m, f, page);
      break;
    }
    pthread_cond_wait(&m->changed, &m->lock);
  }
  pthread_mutex_unlock(&m->lock);
  return f;
}

static void page_unpin(struct manager *m, struct frame *f, bool dirtied)
{
  pthread_mutex_lock(&m->lock);
  assert(f->pins > 0);
  f->pins--;
  f->dirty |= dirtied;
  pthread_cond_broadcast(&m->changed);
  pthread_mutex_unlock(&m->lock);
}

static void flush_all(struct manager *m)
{
  pthread_mutex_lock(&m->lock);
  for (int i = 0; i < FRAMES; i++)
    if (m->frames[i].state == VALID && m->frames[i].dirty)
      write_back(m, &m->frames[i]);
  pthread_mutex_unlock(&m->lock);
}

struct worker {
  pthread_t thread;
  struct manager *manager;
  int pages[STEPS];
};

static void *worker_main(void *arg)
{
  struct worker *w = arg;

  for (int i = 0; i < STEPS; i++) {
    struct frame *f = page_pin(w->manager, w->pages[i]);
    pthread_mutex_lock(&f->latch);
    f->content++;
    pthread_mutex_unlock(&f->latch);
    page_unpin(w->manager, f, true);
  }
  return NULL;
}

int main(void)
{
  struct worker workers[WORKERS] = {
    { .pages = { 0, 1 } },
    { .pages = { 1, 2 } },
    { .pages = { 2, 0 } },
  };
  struct manager *m = manager_new();

  if (!m)
    return 1;
  for (int i = 0; i < WORKERS; i++) {
    workers[i].manager = m;
    pthread_create(&workers[i].thread, NULL, worker_main, &workers[i]);
  }
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i].thread, NULL);
  flush_all(m);
  for (int p = 0; p < PAGES; p++)
    assert(disk[p] == 2);
  printf("%u hits, %u reads, %u writes\n", m->hits, m->reads, m->writes);
  manager_free(m);
  return 0;
}
