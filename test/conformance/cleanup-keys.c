// At the end of a thread clean-up handlers run before the destructors of thread-specific data; handlers see the values, may
// lock and unlock, and cancellation is off while they run.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t never;

static void destructor(void *value) { printf("  destructor %s\n", (char *)value); }

static void handler(void *arg) {
  pthread_testcancel();
  printf("  handler %s, value %s\n", (char *)arg, (char *)pthread_getspecific(key));
  pthread_setspecific(key, "changed by the handler");
}

static void unlock(void *arg) { printf("  unlock %d\n", pthread_mutex_unlock(arg)); }

static void *work(void *arg) {
  int cancelled = *(int *)arg;
  pthread_setspecific(key, "own");
  pthread_cleanup_push(handler, "first");
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  if (cancelled) sem_wait(&never);
  else pthread_exit(NULL);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  pthread_key_create(&key, destructor);
  sem_init(&never, 0, 0);
  for (int cancelled = 0; cancelled < 2; cancelled++) {
    pthread_t t;
    puts(cancelled ? "cancel" : "exit");
    pthread_create(&t, NULL, work, &cancelled);
    if (cancelled) pthread_cancel(t);
    pthread_join(t, NULL);
    printf("  mutex free: %d\n", pthread_mutex_trylock(&lock));
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
