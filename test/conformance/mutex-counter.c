// Mutual exclusion: a read, a yield and a write back in a critical section lose no update; an array of mutexes on the
// heap guards an array of counters.
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 3, CELLS = 2, ROUNDS = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, *locks;
static int total, inside, most, cells[CELLS];

static void *work(void *arg) {
  int me = (int)(intptr_t)arg;
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    if (++inside > most) most = inside;
    int seen = total;
    sched_yield();
    total = seen + me;
    inside--;
    pthread_mutex_unlock(&lock);

    int cell = (me + i) % CELLS;
    pthread_mutex_lock(&locks[cell]);
    cells[cell] += 1 + cell;
    pthread_mutex_unlock(&locks[cell]);
  }
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  locks = malloc(CELLS * sizeof *locks);
  for (int i = 0; i < CELLS; i++) pthread_mutex_init(&locks[i], NULL);
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < CELLS; i++) printf("destroy %d, cell %d\n", pthread_mutex_destroy(&locks[i]), cells[i]);
  free(locks);
  printf("total %d, never more than %d inside\n", total, most);
  return 0;
}
