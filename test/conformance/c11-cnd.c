// cnd_{init,wait,signal,broadcast,timedwait,destroy}: a hand-over by signal, a gate by broadcast, a wait that times out.
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static cnd_t item_ready, item_taken, gate_open;
static int item, full, gate, passed;

static int consumer(void *arg) {
  int sum = 0;
  (void)arg;
  for (int i = 0; i < 4; i++) {
    mtx_lock(&lock);
    while (!full) cnd_wait(&item_ready, &lock);
    sum = 10 * sum + item;
    full = 0;
    cnd_signal(&item_taken);
    mtx_unlock(&lock);
  }
  return sum;
}

static int visitor(void *arg) {
  (void)arg;
  mtx_lock(&lock);
  while (!gate) cnd_wait(&gate_open, &lock);
  passed++;
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t t[3];
  int sum, ok = 0, rc;
  mtx_init(&lock, mtx_plain);
  printf("init %d\n", cnd_init(&item_ready) == thrd_success && cnd_init(&item_taken) == thrd_success);
  cnd_init(&gate_open);
  thrd_create(&t[0], consumer, NULL);
  for (int i = 1; i <= 4; i++) {
    mtx_lock(&lock);
    while (full) ok += cnd_wait(&item_taken, &lock) != thrd_success;
    item = i, full = 1;
    ok += cnd_signal(&item_ready) != thrd_success;
    mtx_unlock(&lock);
  }
  thrd_join(t[0], &sum);
  printf("consumed %d, failures %d\n", sum, ok);

  for (int i = 0; i < 3; i++) thrd_create(&t[i], visitor, NULL);
  mtx_lock(&lock);
  gate = 1;
  printf("broadcast %d\n", cnd_broadcast(&gate_open) == thrd_success);
  mtx_unlock(&lock);
  for (int i = 0; i < 3; i++) thrd_join(t[i], NULL);
  printf("passed %d\n", passed);

  mtx_lock(&lock);
  while ((rc = cnd_timedwait(&gate_open, &lock, &(struct timespec){1, 0})) == thrd_success) {}
  printf("timed out %d\n", rc == thrd_timedout);
  printf("still locked %d\n", mtx_trylock(&lock) == thrd_busy);
  mtx_unlock(&lock);
  cnd_destroy(&item_ready), cnd_destroy(&item_taken), cnd_destroy(&gate_open), mtx_destroy(&lock);
  return 0;
}
