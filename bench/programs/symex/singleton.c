/* Threads that need an object make it if there is none yet: looked at without the lock first, then under it (AGSE, singleton). Asserted: all get the same object, whole. With
   -DBAD the second look is left out. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

struct service {
  int version, key;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct service *_Atomic instance;
static struct service *got[N];

static struct service *get(void) {
  struct service *s = atomic_load_explicit(&instance, memory_order_acquire);
  if (s != NULL) return s;
  pthread_mutex_lock(&lock);
#ifndef BAD
  s = instance;
#endif
  if (s == NULL) {
    s = malloc(sizeof *s);
    if (s == NULL) abort();
    s->version = 2;
    s->key = s->version * 21;
    atomic_store_explicit(&instance, s, memory_order_release);
  }
  pthread_mutex_unlock(&lock);
  return s;
}

static void *use(void *arg) {
  struct service *s = get();
  assert(s->key == 42);
  got[(size_t)arg] = s;
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, use, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  for (size_t i = 0; i < N; i++) assert(got[i] == instance);
  return 0;
}
