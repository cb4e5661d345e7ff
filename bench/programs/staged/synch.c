/* N threads, main among them, pass through stations. Each station has a lock, a count of visitors and the number of the last one; a common log
   has a lock of its own. Every access is protected; with -DBAD the last thread does not take the lock of the log. */
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif
#define STATIONS 2
#define WORKERS (N - 1)

static pthread_mutex_t lock[STATIONS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int visitors[STATIONS], last[STATIONS], entries;

static void *visit(void *arg) {
  int id = (int)(size_t)arg;
  for (int s = 0; s < STATIONS; s++) {
    int here = (id + s) % STATIONS;
    pthread_mutex_lock(&lock[here]);
    int seen = visitors[here];
    if (last[here] != id) visitors[here] = seen + 1;
    last[here] = id;
    pthread_mutex_unlock(&lock[here]);
#ifdef BAD
    if (id == WORKERS) {
      entries++;
      continue;
    }
#endif
    pthread_mutex_lock(&log_lock);
    entries++;
    pthread_mutex_unlock(&log_lock);
  }
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 1; i <= WORKERS; i++) pthread_create(&t[i], NULL, visit, (void *)i);
  pthread_mutex_lock(&log_lock);
  entries++;
  pthread_mutex_unlock(&log_lock);
  for (size_t i = 1; i <= WORKERS; i++) pthread_join(t[i], NULL);
  return 0;
}
