// inputs: 0
// ends: invalid-sync
// inputs: 1
// ends: destroy-busy
// inputs: 2
// ends: destroy-busy
// inputs: 3
// ends: destroy-busy
// inputs: 4
// ends: destroy-busy
// inputs: 5
// ends: invalid-sync
// inputs: 6
// ends: invalid-sync
// inputs: 7
// expect: in order
// A synchronisation object that a thread holds or waits for must not be destroyed, and one that was destroyed is of no use.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static mtx_t mutex;
static cnd_t condition;
static int which, waiting;

static void *waiter(void *arg) {
  pthread_mutex_lock(&lock);
  waiting = 1;
  while (which == 1) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

static int other(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  waiting = 1;
  while (which == 2) cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  return 0;
}

/* Until the thread waits with the mutex given up. */
static void await(void) {
  for (int there = 0; !there;) {
    pthread_mutex_lock(&lock);
    there = waiting;
    pthread_mutex_unlock(&lock);
  }
}

static void await_other(void) {
  for (int there = 0; !there;) {
    mtx_lock(&mutex);
    there = waiting;
    mtx_unlock(&mutex);
  }
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
  pthread_spinlock_t spin;
  thrd_t started;
  pthread_barrier_init(&barrier, NULL, 1);
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  which = __VERIFIER_nondet_int();
  switch (which) {
    case 0:
      pthread_barrier_destroy(&barrier);
      pthread_barrier_wait(&barrier);
      break;
    case 1:
      pthread_create(&thread, NULL, waiter, NULL);
      await();
      pthread_cond_destroy(&changed);
      break;
    case 2:
      thrd_create(&started, other, NULL);
      await_other();
      cnd_destroy(&condition);
      break;
    case 3:
      pthread_rwlock_rdlock(&rwlock);
      pthread_rwlock_destroy(&rwlock);
      break;
    case 4:
      pthread_spin_init(&spin, 0);
      pthread_spin_lock(&spin);
      pthread_spin_destroy(&spin);
      break;
    case 5:
      mtx_destroy(&mutex);
      mtx_lock(&mutex);
      break;
    case 6:
      sem_init(&semaphore, 0, 1);
      sem_destroy(&semaphore);
      sem_post(&semaphore);
      break;
  }
  puts("in order");
  return 0;
}
