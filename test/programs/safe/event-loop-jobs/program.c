/* An event loop: one thread waits with epoll for an event counter, takes the jobs that were queued under a lock, and stops when a pipe is
 * closed. Two submitters.
 *
 * assert: every job is queued before its counter is raised, and the loop takes all that are queued each time, so by the end both ran.
 * race: the list is touched under the lock, and `done` by the loop alone until it is joined; a read of a descriptor is ordered after the write.
 * deadlock: the loop waits for one of two descriptors; the pipe is closed after both submitters are joined. memory: jobs are freed once, by the loop. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct job {
  struct job *next;
  int amount;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *jobs;
static int wakeup, quit[2], done;

static void run_jobs(void) {
  pthread_mutex_lock(&lock);
  struct job *list = jobs;
  jobs = NULL;
  pthread_mutex_unlock(&lock);
  while (list != NULL) {
    struct job *next = list->next;
    done += list->amount;
    free(list);
    list = next;
  }
}

static void *loop(void *arg) {
  int epoll = epoll_create1(0);
  struct epoll_event wanted = {.events = EPOLLIN, .data.fd = wakeup}, got;
  epoll_ctl(epoll, EPOLL_CTL_ADD, wakeup, &wanted);
  wanted.data.fd = quit[0];
  epoll_ctl(epoll, EPOLL_CTL_ADD, quit[0], &wanted);
  for (;;) {
    if (epoll_wait(epoll, &got, 1, -1) != 1) continue;
    if (got.data.fd == quit[0]) break;
    eventfd_t raised;
    eventfd_read(wakeup, &raised);
    run_jobs();
  }
  run_jobs();
  close(epoll);
  return arg;
}

static void *submit(void *arg) {
  struct job *job = malloc(sizeof *job);
  if (job == NULL) abort();
  job->amount = (int)(long)arg;
  pthread_mutex_lock(&lock);
  job->next = jobs;
  jobs = job;
  pthread_mutex_unlock(&lock);
  eventfd_write(wakeup, 1);
  return NULL;
}

int main(void) {
  pthread_t worker, other;
  wakeup = eventfd(0, 0);
  if (wakeup < 0 || pipe(quit) != 0) return 1;
  pthread_create(&worker, NULL, loop, NULL);
  pthread_create(&other, NULL, submit, (void *)3l);
  submit((void *)4l);
  pthread_join(other, NULL);
  close(quit[1]);
  pthread_join(worker, NULL);
  assert(done == 7);
  return 0;
}
