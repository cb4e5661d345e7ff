// mtx_init, cnd_init and tss_create make objects usable whatever their bytes were; tss_delete while a thread has a value: its
// destructor does not run.
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>

static mtx_t lock;
static cnd_t cond;
static tss_t gone, kept;
static sem_t set, go;
static int gone_calls, kept_calls;

static void on_gone(void *value) { gone_calls += *(int *)value; }
static void on_kept(void *value) { kept_calls += *(int *)value; }

static int work(void *arg) {
  tss_set(gone, arg);
  tss_set(kept, arg);
  sem_post(&set);
  sem_wait(&go);
  return 0;
}

int main(void) {
  int rc, one = 1;
  thrd_t t;
  memset(&lock, 0xa5, sizeof lock);
  memset(&cond, 0xa5, sizeof cond);
  printf("init %d\n", mtx_init(&lock, mtx_plain) == thrd_success);
  printf("init %d\n", cnd_init(&cond) == thrd_success);
  printf("try %d\n", mtx_trylock(&lock) == thrd_success);
  printf("try %d\n", mtx_trylock(&lock) == thrd_busy);
  while ((rc = cnd_timedwait(&cond, &lock, &(struct timespec){1, 0})) == thrd_success) {}
  printf("wait %d\n", rc == thrd_timedout);
  printf("unlock %d\n", mtx_unlock(&lock) == thrd_success);
  cnd_destroy(&cond);
  mtx_destroy(&lock);

  sem_init(&set, 0, 0);
  sem_init(&go, 0, 0);
  tss_create(&gone, on_gone);
  tss_create(&kept, on_kept);
  thrd_create(&t, work, &one);
  sem_wait(&set);
  tss_delete(gone);
  sem_post(&go);
  thrd_join(t, NULL);
  printf("destructors: deleted %d, kept %d\n", gone_calls, kept_calls);
  return 0;
}
