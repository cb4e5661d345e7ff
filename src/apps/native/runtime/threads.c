/* Threads and what they synchronise with. An operation is done on the program's own object (glibc's), by the call that does not wait, when the plan
 * says so; only condition variables and barriers are kept here, because their waits end when the plan says so.
 */
#define _GNU_SOURCE
#include "runtime.h"
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define CALL(name) ravel_call(#name, SITE)

/* ---- threads */


static void end_thread(void *data) {
  struct thread *t = data;
  if (t->is_ended) return;
  ravel_run_destructors();
  ravel_end_of_thread();
  t->is_ended = 1;
  ravel_pass_turn();
}

static void *run_thread(void *data) {
  struct thread *t = data;
  ravel_self = t;
  ravel_receive_turn(t);
  pthread_cleanup_push(end_thread, t);
  t->result = t->routine ? t->routine(t->argument) : (void *)(intptr_t)t->routine11(t->argument);
  pthread_cleanup_pop(1);
  return t->result;
}

static int start_thread(const char *name, pthread_t *handle, const pthread_attr_t *attr, void *(*routine)(void *), int (*routine11)(void *), void *argument) {
  struct thread *t = ravel_new_thread();
  t->routine = routine;
  t->routine11 = routine11;
  t->argument = argument;
  if (attr) {
    int state = 0;
    pthread_attr_getdetachstate(attr, &state);
    t->is_detached = state == PTHREAD_CREATE_DETACHED;
  }
  int error = pthread_create(&t->handle, attr, run_thread, t);
  if (error) ravel_missed("pthread_create fails: %s", strerror(error));
  ravel_changed();
  ravel_next_part_at(name, handle, sizeof *handle);
  *handle = t->handle;
  return 0;
}

int __wrap_pthread_create(pthread_t *handle, const pthread_attr_t *attr, void *(*routine)(void *), void *argument) {
  struct step *s = CALL(pthread_create);
  if (s && s->is_spurious) return EAGAIN;
  return start_thread("pthread_create", handle, attr, routine, NULL, argument);
}

int __wrap_thrd_create(thrd_t *handle, thrd_start_t routine, void *argument) {
  CALL(thrd_create);
  return start_thread("thrd_create", (pthread_t *)handle, NULL, NULL, routine, argument) ? thrd_error : thrd_success;
}

static struct thread *thread_of(pthread_t handle) {
  for (int i = ravel_thread_count - 1; i >= 0; i--)
    if (pthread_equal(ravel_threads[i].handle, handle) && !ravel_threads[i].is_claimed) return &ravel_threads[i];
  return NULL;
}

static int has_ended(void *data) {
  struct thread *t = data;
  return t->is_ended || t->is_exiting;
}

static void check_thread(struct thread *t, const char *name) {
  if (t && !t->is_joined && !t->is_detached) return;
  if (ravel_expects("invalid-thread") && ravel_is_at_failure(ravel_self->line))
    ravel_reached("%s of a thread that was joined or detached, in line %d", name, ravel_self->line);
  ravel_missed("%s of a thread that was joined or detached, in line %d", name, ravel_self->line);
}

static int join(pthread_t handle, void **result, const char *name, void *site) {
  ravel_call(name, site);
  struct thread *t = NULL;
  for (int i = 0; i < ravel_thread_count; i++)
    if (pthread_equal(ravel_threads[i].handle, handle)) t = &ravel_threads[i];
  if (t == ravel_self) return EDEADLK;
  if (t && t->is_detached && !ravel_expects("invalid-thread")) return EINVAL;
  check_thread(t, name);
  ravel_next_part(name);
  pthread_testcancel();
  ravel_wait(has_ended, t, "the end of a thread", t);
  if (t->is_joined) check_thread(t, name);
  t->is_joined = 1;
  /* The handle stays valid, so that no later thread gets the same one. */
  if (result) *result = t->result;
  return 0;
}

int __wrap_pthread_join(pthread_t handle, void **result) {
  return join(handle, result, "pthread_join", SITE);
}

int __wrap_pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *time) {
  (void)time;
  return join(handle, result, "pthread_timedjoin_np", SITE);
}

int __wrap_thrd_join(thrd_t handle, int *result) {
  void *value;
  int error = join((pthread_t)handle, &value, "thrd_join", SITE);
  if (result) *result = (int)(intptr_t)value;
  return error ? thrd_error : thrd_success;
}

int __wrap_pthread_detach(pthread_t handle) {
  CALL(pthread_detach);
  struct thread *t = thread_of(handle);
  check_thread(t, "pthread_detach");
  t->is_detached = 1;
  return 0;
}

int __wrap_thrd_detach(thrd_t handle) {
  CALL(thrd_detach);
  struct thread *t = thread_of((pthread_t)handle);
  check_thread(t, "thrd_detach");
  t->is_detached = 1;
  return thrd_success;
}

static int are_others_ended(void *data) {
  (void)data;
  for (int i = 1; i < ravel_thread_count; i++)
    if (!ravel_threads[i].is_ended) return 0;
  return 1;
}

void __wrap_pthread_exit(void *result) {
  CALL(pthread_exit);
  ravel_self->result = result;
  if (ravel_self->index == 0) { /* the process ends with its last thread */
    ravel_run_destructors();
    ravel_self->is_exiting = 1;
    while (ravel_next_part("pthread_exit")) {}
    ravel_wait(are_others_ended, NULL, "the end of all threads", NULL);
    ravel_process_end();
  }
  pthread_exit(result);
}

void __wrap_thrd_exit(int result) {
  CALL(thrd_exit);
  ravel_self->result = (void *)(intptr_t)result;
  pthread_exit((void *)(intptr_t)result);
}

void __wrap_exit(int status) {
  CALL(exit);
  ravel_process_end();
  exit(status);
}

void __wrap__exit(int status) {
  CALL(_exit);
  ravel_process_end();
  exit(status);
}

void __wrap_abort(void) {
  CALL(abort);
  ravel_missed("the program aborts in line %d", ravel_self->line);
}

int main(int count, char **arguments, char **environment) {
  ravel_start();
  int status = ravel_program_main(count, arguments, environment);
  ravel_process_end();
  return status;
}

/* ---- thread-specific values: their destructors run before the end of the thread is noted */

static void (*destructors[MAX_KEYS])(void *);
static int key_count;

int __wrap_pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  CALL(pthread_key_create);
  if (key_count == MAX_KEYS) return EAGAIN;
  destructors[key_count] = destructor;
  *key = (pthread_key_t)key_count++;
  return 0;
}

int __wrap_pthread_key_delete(pthread_key_t key) {
  CALL(pthread_key_delete);
  destructors[key] = NULL;
  return 0;
}

int __wrap_pthread_setspecific(pthread_key_t key, const void *value) {
  CALL(pthread_setspecific);
  ravel_self->values[key] = value;
  return 0;
}

void *__wrap_pthread_getspecific(pthread_key_t key) {
  CALL(pthread_getspecific);
  return (void *)ravel_self->values[key];
}

int __wrap_tss_create(tss_t *key, tss_dtor_t destructor) {
  CALL(tss_create);
  if (key_count == MAX_KEYS) return thrd_error;
  destructors[key_count] = destructor;
  *key = (tss_t)key_count++;
  return thrd_success;
}

int __wrap_tss_set(tss_t key, void *value) {
  CALL(tss_set);
  ravel_self->values[key] = value;
  return thrd_success;
}

void *__wrap_tss_get(tss_t key) {
  CALL(tss_get);
  return (void *)ravel_self->values[key];
}

void __wrap_tss_delete(tss_t key) {
  CALL(tss_delete);
  destructors[key] = NULL;
}

void ravel_run_destructors(void) {
  ravel_begin_end();
  for (int round = 0; round < 4; round++)
    for (int k = 0; k < key_count; k++) {
      void *value = (void *)ravel_self->values[k];
      if (!value || !destructors[k]) continue;
      ravel_self->values[k] = NULL;
      destructors[k](value);
    }
}

/* ---- time passes at once */

unsigned __wrap_sleep(unsigned seconds) { (void)seconds; CALL(sleep); return 0; }
int __wrap_usleep(useconds_t time) { (void)time; CALL(usleep); return 0; }
int __wrap_nanosleep(const struct timespec *time, struct timespec *rest) { (void)time, (void)rest; CALL(nanosleep); return 0; }
int __wrap_thrd_sleep(const struct timespec *time, struct timespec *rest) { (void)time, (void)rest; CALL(thrd_sleep); return 0; }

/* The clock of the witness, in milliseconds since the start: each reading advances it by an input (src/frontend/library/time.c). */
static unsigned long long read_clock(void) {
  static unsigned long long now;
  unsigned long long step = 0;
  ravel_next_input("time passed", &step);
  return now += step < 128 ? step : (step - 127) * 1000;
}

enum { EPOCH = 1700000000, UPTIME = 3600 };

time_t __wrap_time(time_t *result) {
  CALL(time);
  time_t now = EPOCH + (time_t)(read_clock() / 1000);
  if (result) *result = now;
  return now;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *result) {
  CALL(clock_gettime);
  unsigned long long now = read_clock();
  result->tv_sec = (time_t)(now / 1000) + (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? EPOCH : UPTIME);
  result->tv_nsec = (long)(now % 1000) * 1000000;
  return 0;
}

int __wrap_gettimeofday(struct timeval *result, void *zone) {
  (void)zone;
  CALL(gettimeofday);
  unsigned long long now = read_clock();
  result->tv_sec = EPOCH + (time_t)(now / 1000);
  result->tv_usec = (long)(now % 1000) * 1000;
  return 0;
}

static int is_true(void *data) {
  (void)data;
  return 1;
}

int __wrap_sched_yield(void) {
  CALL(sched_yield);
  ravel_wait(is_true, NULL, "", NULL);
  if (ravel_is_free) ravel_pass_turn();
  return 0;
}

void __wrap_thrd_yield(void) {
  CALL(thrd_yield);
  if (ravel_is_free) ravel_pass_turn();
}

void __VERIFIER_assume(int condition) {
  if (!condition) ravel_lose();
}

/* ---- pthread_once: glibc's values, 0 new, 1 running, 2 done */

static int is_once_free(void *data) {
  return *(int *)data != 1;
}

static void once(int *control, void (*routine)(void), const char *name, void *site) {
  ravel_call(name, site);
  ravel_wait(is_once_free, control, "pthread_once", control);
  if (*control == 2) return;
  *control = 1;
  routine();
  ravel_next_part(name);
  *control = 2;
  ravel_changed();
}

int __wrap_pthread_once(pthread_once_t *control, void (*routine)(void)) {
  once((int *)control, routine, "pthread_once", SITE);
  return 0;
}

void __wrap_call_once(once_flag *control, void (*routine)(void)) {
  once((int *)control, routine, "call_once", SITE);
}
