// pthread_key_delete while other threads have values: their destructors are not called at thread end any more, and other
// keys of those threads are not touched.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_key_t gone, kept;
static sem_t set, go;
static int gone_calls, kept_calls;

static void on_gone(void *value) { gone_calls += *(int *)value; }
static void on_kept(void *value) { kept_calls += *(int *)value; }

static void *work(void *arg) {
  pthread_setspecific(gone, arg);
  pthread_setspecific(kept, arg);
  sem_post(&set);
  sem_wait(&go);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int amounts[2] = {1, 10};
  sem_init(&set, 0, 0);
  sem_init(&go, 0, 0);
  pthread_key_create(&gone, on_gone);
  pthread_key_create(&kept, on_kept);
  pthread_create(&t[0], NULL, work, &amounts[0]);
  sem_wait(&set);
  sem_post(&go);
  pthread_join(t[0], NULL);
  printf("before: gone %d, kept %d\n", gone_calls, kept_calls);
  pthread_create(&t[1], NULL, work, &amounts[1]);
  sem_wait(&set);
  printf("delete %d\n", pthread_key_delete(gone));
  sem_post(&go);
  pthread_join(t[1], NULL);
  printf("after: gone %d, kept %d\n", gone_calls, kept_calls);
  printf("delete %d\n", pthread_key_delete(kept));
  return 0;
}
