/* A job slot and an event counter: the submitter raises the counter before it has filled the slot.
 *
 * memory: the worker may wake in between and follow the null pointer. race: the slot is written and read with no order between them.
 * assert, deadlock: in runs without the other faults the job is done, and the counter is raised once for one read. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct job {
  int value;
};

static struct job *slot;
static int wakeup;

static void *work(void *arg) {
  eventfd_t raised;
  if (eventfd_read(wakeup, &raised) != 0) return arg;
  slot->value++;
  return arg;
}

int main(void) {
  struct job job = {1};
  pthread_t worker;
  wakeup = eventfd(0, 0);
  if (wakeup < 0) return 1;
  pthread_create(&worker, NULL, work, NULL);
  eventfd_write(wakeup, 1);
  slot = &job;
  pthread_join(worker, NULL);
  assert(job.value == 2);
  close(wakeup);
  return 0;
}
