// Dining philosophers who take the lower-numbered fork first: every philosopher eats, none deadlocks, and no two neighbours
// eat at once.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 4, MEALS = 2 };

static pthread_mutex_t forks[N];
static int in_use[N], meals[N], clashes;
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;

static void *dine(void *arg) {
  int me = (int)(intptr_t)arg, left = me, right = (me + 1) % N;
  int first = left < right ? left : right, second = left + right - first;
  for (int i = 0; i < MEALS; i++) {
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    int clash = in_use[first]++ + in_use[second]++;
    meals[me]++;
    in_use[first]--, in_use[second]--;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    pthread_mutex_lock(&count_lock);
    clashes += clash;
    pthread_mutex_unlock(&count_lock);
  }
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
  for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], NULL, dine, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < N; i++) printf("philosopher %d: %d meals\n", i, meals[i]);
  printf("clashes %d\n", clashes);
  for (int i = 0; i < N; i++) pthread_mutex_destroy(&forks[i]);
  return 0;
}
