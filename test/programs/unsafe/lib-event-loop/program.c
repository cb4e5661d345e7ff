/*
 * An event loop on a thread of its own: other threads post jobs, the loop runs them in order, and a job may stop the loop.  The owner
 * waits for the loop's thread and frees the loop.
 *
 * The bug: loop_post() signals the condition variable after it has released the lock, "to spare the woken thread a wait".  A job
 * that stops the loop may run between the two: the loop's thread ends, the owner frees the loop, and the poster
 * signals a condition variable in freed memory.
 *
 * memory: UNSAFE.  The poster of the stop job has unlocked; the loop runs it and ends, main joins it and frees the loop;
 *   the poster signals.
 * race: UNSAFE.  If the signal comes first, the free is not ordered after it: nothing leads from the poster to main but the
 *   lock, which it released before.
 * assert: safe.  Jobs are queued and taken under the lock, in order; the two jobs that were posted before the stop have run.
 * deadlock: safe.  The loop checks the queue under the lock before it waits, and a post changes it under the lock and signals
 *   afterwards.  The stop job is always posted, so the loop ends.
 * leak: safe.  A job is freed after it was run, and none is left after the stop job: it is the last one posted.
 * overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- interface */

typedef struct event_loop event_loop;
typedef void (*job_function)(event_loop *loop, void *argument);

static event_loop *loop_start(void);
static bool loop_post(event_loop *loop, job_function run, void *argument);
static void loop_stop(event_loop *loop);
static unsigned loop_join_and_free(event_loop *loop);

/* ---- implementation */

struct job {
  struct job *next;
  job_function run;
  void *argument;
};

struct event_loop {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  struct job *first;
  struct job **last;
  bool stopped; /* the loop's thread only */
  unsigned ran; /* likewise */
};

/* Waits for jobs and takes all of them. */
static struct job *take_jobs(event_loop *loop)
{
  struct job *jobs;

  pthread_mutex_lock(&loop->lock);
  while (!loop->first)
    pthread_cond_wait(&loop->wake, &loop->lock);
  jobs = loop->first;
  loop->first = NULL;
  loop->last = &loop->first;
  pthread_mutex_unlock(&loop->lock);
  return jobs;
}

static void *loop_main(void *argument)
{
  event_loop *loop = argument;

  while (!loop->stopped) {
    struct job *job = take_jobs(loop);

    while (job) {
      struct job *next = job->next;

      job->run(loop, job->argument);
      loop->ran++;
      free(job);
      job = next;
    }
  }
  return NULL;
}

static event_loop *loop_start(void)
{
  event_loop *loop = malloc(sizeof *loop);

  if (!loop)
    return NULL;
  pthread_mutex_init(&loop->lock, NULL);
  pthread_cond_init(&loop->wake, NULL);
  loop->first = NULL;
  loop->last = &loop->first;
  loop->stopped = false;
  loop->ran = 0;
  if (pthread_create(&loop->thread, NULL, loop_main, loop) != 0) {
    free(loop);
    return NULL;
  }
  return loop;
}

/* Any thread. */
static bool loop_post(event_loop *loop, job_function run, void *argument)
{
  struct job *job = malloc(sizeof *job);

  if (!job)
    return false;
  job->next = NULL;
  job->run = run;
  job->argument = argument;
  pthread_mutex_lock(&loop->lock);
  *loop->last = job;
  loop->last = &job->next;
  pthread_mutex_unlock(&loop->lock);
  pthread_cond_signal(&loop->wake);
  return true;
}

/* From a job: the loop ends after the jobs it has taken. */
static void loop_stop(event_loop *loop)
{
  loop->stopped = true;
}

/* The owner; the number of jobs that were run. */
static unsigned loop_join_and_free(event_loop *loop)
{
  unsigned ran;

  pthread_join(loop->thread, NULL);
  ran = loop->ran;
  free(loop);
  return ran;
}

/* ---- driver: a session that counts bytes on the loop's thread, and a client that ends it */

struct session {
  unsigned bytes;
  unsigned chunks;
};

struct client {
  event_loop *loop;
  struct session *session;
};

static void on_chunk(event_loop *loop, void *argument)
{
  struct session *s = argument;

  (void)loop;
  s->chunks++;
  s->bytes += s->chunks * 10;
}

static void on_end(event_loop *loop, void *argument)
{
  struct session *s = argument;

  assert(s->chunks == 2);
  loop_stop(loop);
}

static void *client_main(void *argument)
{
  struct client *c = argument;

  loop_post(c->loop, on_chunk, c->session);
  loop_post(c->loop, on_end, c->session);
  return NULL;
}

int main(void)
{
  struct session session = { 0, 0 };
  struct client client = { .session = &session };
  event_loop *loop = loop_start();
  pthread_t thread;
  unsigned ran;

  if (!loop)
    return EXIT_FAILURE;
  client.loop = loop;
  loop_post(loop, on_chunk, &session);
  pthread_create(&thread, NULL, client_main, &client);
  ran = loop_join_and_free(loop);
  pthread_join(thread, NULL);
  assert(ran == 3);
  assert(session.bytes == 30);
  printf("%u bytes in %u chunks\n", session.bytes, session.chunks);
  return EXIT_SUCCESS;
}
