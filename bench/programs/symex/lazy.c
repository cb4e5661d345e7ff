/* Two threads add 1 and 2 to a counter under a lock; a third looks at it, also under the lock (AGSE, lazy). Asserted: it never exceeds 3; with -DBAD, that it is below 3. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *add(void *arg) {
  pthread_mutex_lock(&lock);
  data += (int)(size_t)arg;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *look(void *arg) {
  pthread_mutex_lock(&lock);
#ifdef BAD
  assert(data < 3);
#else
  assert(data <= 3);
#endif
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, add, (void *)1);
  pthread_create(&b, NULL, add, (void *)2);
  pthread_create(&c, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
