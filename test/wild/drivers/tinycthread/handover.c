/* A value is handed over with the emulated mtx_, cnd_ and thrd_ functions; a thread-specific value is freed by its destructor. */
#include "tinycthread.h"
#include <assert.h>
#include <stdlib.h>

static mtx_t lock;
static cnd_t changed;
static tss_t own;
static int value;

static int produce(void *argument) {
  tss_set(own, malloc(4));
  mtx_lock(&lock);
  value = *(int *)argument;
  cnd_signal(&changed);
  mtx_unlock(&lock);
  return 42;
}

int main(void) {
  thrd_t thread;
  int seven = 7, result;
  assert(mtx_init(&lock, mtx_plain) == thrd_success);
  assert(cnd_init(&changed) == thrd_success);
  assert(tss_create(&own, free) == thrd_success);
  assert(thrd_create(&thread, produce, &seven) == thrd_success);
  mtx_lock(&lock);
  while (value == 0) cnd_wait(&changed, &lock);
  assert(value == 7);
  mtx_unlock(&lock);
  assert(thrd_join(thread, &result) == thrd_success && result == 42);
  tss_delete(own);
  cnd_destroy(&changed);
  mtx_destroy(&lock);
  return 0;
}
