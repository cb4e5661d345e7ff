/* C11 threads over the same models as POSIX threads, with C11's result codes. thrd_t is a pthread_t, mtx_t a mutex and so on,
 * as in glibc.
 */
#define _GNU_SOURCE
#include "objects.h"
#include <threads.h>

static int result_of(int error) {
  switch (error) {
    case 0: return thrd_success;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    case EBUSY: return thrd_busy;
    default: return thrd_error;
  }
}

static void begin(void *self) {
  struct thread *thread = self;
  __rvl_atomic_begin();
  thrd_start_t start = (thrd_start_t)thread->start;
  void *argument = thread->argument;
  thread->argument = 0; /* as for pthread_create */
  __rvl_acquire(thread, EDGE_START);
  __rvl_thread_label((void *)start);
  __rvl_atomic_end();
  __rvl_thread_unwind((void *)(intptr_t)start(argument));
}

/* As pthread_create, but the identifier is stored in the step that starts the thread, before it does. */
int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
  return result_of(__rvl_thread_create(thread, 0, begin, (void (*)(void))start, argument, 1));
}

/* Compares the two identifiers. */
int thrd_equal(thrd_t left, thrd_t right) {
  return left == right;
}

/* As pthread_self. */
thrd_t thrd_current(void) {
  return (thrd_t)current_thread();
}

/* Takes no time: a cancellation point; -2 for an invalid duration. */
int thrd_sleep(const struct timespec *duration, struct timespec *remaining) {
  (void)remaining;
  if (!is_valid_time(duration) || duration->tv_sec < 0) return -2;
  __rvl_cancellation_point();
  return 0;
}

/* As pthread_exit. */
_Noreturn void thrd_exit(int result) {
  __rvl_thread_unwind((void *)(intptr_t)result);
}

/* As pthread_detach. */
int thrd_detach(thrd_t thread) {
  return result_of(__rvl_thread_detach(thread));
}

/* As pthread_join. */
int thrd_join(thrd_t thread, int *result) {
  void *value;
  int error = __rvl_thread_join(thread, &value);
  if (!error && result) *result = (int)(intptr_t)value;
  return result_of(error);
}

/* No effect. */
void thrd_yield(void) {}

/* Initialises a normal or recursive mutex; every one can be waited for with a time limit. */
int mtx_init(mtx_t *mutex, int type) {
  return result_of(__rvl_mutex_init((pthread_mutex_t *)mutex, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL));
}

/* As pthread_mutex_lock. */
int mtx_lock(mtx_t *mutex) {
  return result_of(__rvl_mutex_lock((pthread_mutex_t *)mutex, WAIT));
}

/* As pthread_mutex_timedlock. */
int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict time) {
  return result_of(__rvl_mutex_lock((pthread_mutex_t *)mutex, is_valid_time(time) ? TIMED : TIMED_BADLY));
}

/* As pthread_mutex_trylock; it may also fail spuriously. */
int mtx_trylock(mtx_t *mutex) {
  __rvl_atomic_begin();
  int fails = __rvl_option(RVL_SPURIOUS) && __rvl_choose(2, "spurious failure");
  int error = fails ? EBUSY : __rvl_mutex_lock((pthread_mutex_t *)mutex, TRY);
  __rvl_atomic_end();
  return result_of(error);
}

/* As pthread_mutex_unlock. */
int mtx_unlock(mtx_t *mutex) {
  return result_of(__rvl_mutex_unlock((pthread_mutex_t *)mutex));
}

/* As pthread_mutex_destroy. */
void mtx_destroy(mtx_t *mutex) {
  __rvl_mutex_destroy((pthread_mutex_t *)mutex);
}

/* As pthread_cond_init. */
int cnd_init(cnd_t *condition) {
  return result_of(__rvl_condition_init((pthread_cond_t *)condition, 0));
}

/* As pthread_cond_signal. */
int cnd_signal(cnd_t *condition) {
  return result_of(__rvl_condition_signal((pthread_cond_t *)condition));
}

/* As pthread_cond_broadcast. */
int cnd_broadcast(cnd_t *condition) {
  return result_of(__rvl_condition_broadcast((pthread_cond_t *)condition));
}

/* As pthread_cond_wait. */
int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return result_of(__rvl_condition_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, 0));
}

/* As pthread_cond_timedwait. */
int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict time) {
  if (!is_valid_time(time)) return thrd_error;
  return result_of(__rvl_condition_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, 1));
}

/* As pthread_cond_destroy. */
void cnd_destroy(cnd_t *condition) {
  __rvl_condition_destroy((pthread_cond_t *)condition);
}

/* As pthread_key_create. */
int tss_create(tss_t *key, tss_dtor_t destructor) {
  return result_of(__rvl_key_create(key, destructor));
}

/* As pthread_getspecific. */
void *tss_get(tss_t key) {
  return __rvl_key_get(key);
}

/* As pthread_setspecific. */
int tss_set(tss_t key, void *value) {
  return result_of(__rvl_key_set(key, value));
}

/* As pthread_key_delete. */
void tss_delete(tss_t key) {
  __rvl_key_delete(key);
}

/* As pthread_once. */
void call_once(once_flag *flag, void (*function)(void)) {
  __rvl_once(&flag->__data, function);
}
