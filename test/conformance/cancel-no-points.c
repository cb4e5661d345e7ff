// Functions that are no cancellation points do their work although a request is pending: locks of all kinds, sem_post and
// trywait, signal, barrier, once, setspecific; and a thread that ends without meeting a point is not cancelled.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t requested, sem;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_key_t key;
static int done;

static void count(void) { done++; }

static void *work(void *arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sem_wait(&requested);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  pthread_mutex_lock(&mutex), done++;
  pthread_cond_signal(&cond), pthread_cond_broadcast(&cond), done++;
  pthread_mutex_unlock(&mutex), done++;
  pthread_mutex_trylock(&mutex), pthread_mutex_unlock(&mutex), done++;
  pthread_spin_lock(&spin), pthread_spin_unlock(&spin), done++;
  pthread_rwlock_trywrlock(&rwlock), pthread_rwlock_unlock(&rwlock), done++;
  pthread_barrier_wait(&barrier), done++;
  sem_post(&sem), sem_trywait(&sem), done++;
  pthread_once(&once, count), done++;
  pthread_setspecific(key, arg), done += pthread_getspecific(key) == arg;
  return arg;
}

int main(void) {
  pthread_t t;
  void *result;
  sem_init(&requested, 0, 0);
  sem_init(&sem, 0, 0);
  pthread_spin_init(&spin, 0);
  pthread_barrier_init(&barrier, NULL, 1);
  pthread_key_create(&key, NULL);
  pthread_create(&t, NULL, work, &key);
  printf("cancel %d\n", pthread_cancel(t));
  sem_post(&requested);
  pthread_join(t, &result);
  printf("done %d, cancelled %d, own result %d\n", done, result == PTHREAD_CANCELED, result == &key);
  return 0;
}
