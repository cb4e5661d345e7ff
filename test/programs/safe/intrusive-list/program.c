/* A circular list with its links inside the elements. Two threads add jobs; one looks for a job by its address, takes it out and frees it; main
 * walks the list up to its head, finds jobs from their links, and frees them.
 *
 * Addresses are compared with that of the head, and with each other while both jobs live: no answer depends on where they lie.
 * assert: safe, two of three jobs are left, with numbers that add up to 4. race: safe, the list is touched under its lock, and by main after joining.
 * memory, leak: safe, each job is freed once, after it was taken out. deadlock: safe, one lock. overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
  struct link *next, *previous;
};

struct job {
  int number;
  struct link link;
};

#define job_of(l) ((struct job *)((char *)(l) - offsetof(struct job, link)))

static struct link jobs = {&jobs, &jobs};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct job *add(int number) {
  struct job *j = malloc(sizeof *j);
  j->number = number;
  pthread_mutex_lock(&lock);
  j->link.next = &jobs;
  j->link.previous = jobs.previous;
  jobs.previous->next = &j->link;
  jobs.previous = &j->link;
  pthread_mutex_unlock(&lock);
  return j;
}

static int take(struct job *wanted) {
  int found = 0;
  pthread_mutex_lock(&lock);
  for (struct link *l = jobs.next; l != &jobs; l = l->next)
    if (job_of(l) == wanted) {
      l->previous->next = l->next;
      l->next->previous = l->previous;
      found = 1;
      break;
    }
  pthread_mutex_unlock(&lock);
  return found;
}

static void *adds(void *arg) {
  add(1);
  return arg;
}

static void *adds_and_takes(void *arg) {
  struct job *mine = add(2);
  add(3);
  if (take(mine)) free(mine);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, adds, NULL);
  pthread_create(&b, NULL, adds_and_takes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  int count = 0, sum = 0;
  for (struct link *l = jobs.next, *after; l != &jobs; l = after) {
    after = l->next;
    count++;
    sum += job_of(l)->number;
    free(job_of(l));
  }
  assert(count == 2 && sum == 4);
  return 0;
}
