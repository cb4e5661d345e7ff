// pthread_spin_{init,lock,trylock,unlock,destroy}: EBUSY for others and for the owner's trylock while held, free after
// unlock; mutual exclusion.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_spinlock_t lock;
static int total;

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

static void *try_it(void *arg) {
  (void)arg;
  int rc = pthread_spin_trylock(&lock);
  if (rc == 0) pthread_spin_unlock(&lock);
  return (void *)(intptr_t)rc;
}

static int from_thread(void) {
  pthread_t t;
  void *rc;
  pthread_create(&t, NULL, try_it, NULL);
  pthread_join(t, &rc);
  return (int)(intptr_t)rc;
}

static void *count(void *arg) {
  for (int i = 0; i < 4; i++) {
    pthread_spin_lock(&lock);
    total++;
    pthread_spin_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t[2];
  show("init", pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE));
  show("another thread tries", from_thread());
  show("lock", pthread_spin_lock(&lock));
  show("another thread tries", from_thread());
  show("the owner tries", pthread_spin_trylock(&lock));
  show("unlock", pthread_spin_unlock(&lock));
  show("try", pthread_spin_trylock(&lock));
  show("another thread tries", from_thread());
  show("unlock", pthread_spin_unlock(&lock));
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, count, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  show("total", total);
  show("destroy", pthread_spin_destroy(&lock));
  return 0;
}
