/* Thread-specific data. The keys are shared: each has a number that is odd while it is in use and changes with every create
 * and delete; the values are the thread's own, each with the number its key had when it was set. So the values of a deleted
 * key are forgotten everywhere, as in glibc. Destructors run in the order of the keys, in up to four passes.
 */
#include "objects.h"

enum { KEYS = PTHREAD_KEYS_MAX, ROUNDS = PTHREAD_DESTRUCTOR_ITERATIONS };

static struct {
  unsigned number;
  void (*destructor)(void *);
} keys[KEYS];

static _Thread_local struct {
  unsigned number;
  void *data;
} values[KEYS];
static _Thread_local unsigned used; /* values from here on were never set */

/* The key's number and destructor as they are now: one step. */
static unsigned look_up(pthread_key_t key, void (**destructor)(void *)) {
  __rvl_atomic_begin();
  unsigned number = keys[key].number;
  if (destructor) *destructor = keys[key].destructor;
  __rvl_atomic_end();
  return number;
}

/* Runs one pass of destructors. Returns whether there was one to run. */
static int destroy_values(void) {
  int found = 0;
  for (unsigned key = 0; key < used; key++) {
    void *data = values[key].data;
    if (!data) continue;
    void (*destructor)(void *);
    unsigned number = look_up(key, &destructor);
    values[key].data = 0;
    if (number != values[key].number || !destructor) continue;
    found = 1;
    destructor(data);
  }
  return found;
}

static void run_destructors(void) {
  for (int round = 0; round < ROUNDS && destroy_values(); round++);
}

int __rvl_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  __rvl_atomic_begin();
  unsigned free = 0;
  while (free < KEYS && (keys[free].number & 1)) free++;
  if (free < KEYS) {
    keys[free].number++;
    keys[free].destructor = destructor;
  }
  __rvl_atomic_end();
  if (free == KEYS) return EAGAIN;
  *key = free;
  return 0;
}

int __rvl_key_delete(pthread_key_t key) {
  if (key >= KEYS) return EINVAL;
  __rvl_atomic_begin();
  int in_use = keys[key].number & 1;
  if (in_use) keys[key].number++;
  __rvl_atomic_end();
  return in_use ? 0 : EINVAL;
}

void *__rvl_key_get(pthread_key_t key) {
  if (key >= used || !values[key].data) return 0;
  return values[key].number == look_up(key, 0) ? values[key].data : 0;
}

int __rvl_key_set(pthread_key_t key, const void *data) {
  if (key >= KEYS) return EINVAL;
  unsigned number = look_up(key, 0);
  if (!(number & 1)) return EINVAL;
  values[key].number = number;
  values[key].data = (void *)data;
  if (key >= used) used = key + 1;
  __rvl_run_destructors = run_destructors;
  return 0;
}

/* Takes the first free of 1024 keys; EAGAIN if there is none. */
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  return __rvl_key_create(key, destructor);
}

/* Frees the key, whose values no destructor sees any more; EINVAL for an unknown key. */
int pthread_key_delete(pthread_key_t key) {
  return __rvl_key_delete(key);
}

/* The calling thread's value, null unless set. */
void *pthread_getspecific(pthread_key_t key) {
  return __rvl_key_get(key);
}

/* Sets the calling thread's value; EINVAL for an unknown key. */
int pthread_setspecific(pthread_key_t key, const void *value) {
  return __rvl_key_set(key, value);
}
