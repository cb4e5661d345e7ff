// Threads in old style: pthread functions without their header, thread functions of the wrong type, integers for pointers and
// pointers for integers, a counter passed as a number, results ignored.
#include <stdio.h>

typedef unsigned long pthread_t;
typedef struct { long state[6]; } pthread_mutex_t;

pthread_mutex_t lock;
int total, finished[3];

void worker(n) { /* not even a pointer */
  pthread_mutex_lock(&lock);
  total += n;
  finished[n - 1] = 1;
  pthread_mutex_unlock(&lock);
}

int second(char *name) {
  pthread_mutex_lock(&lock);
  total += name[0];
  pthread_mutex_unlock(&lock);
  return 5;
}

main() {
  pthread_t id[3], other;
  int i;
  pthread_mutex_init(&lock, 0);
  for (i = 0; i < 3; i++) pthread_create(&id[i], 0, worker, i + 1);
  pthread_create(&other, 0, second, "a");
  for (i = 0; i < 3; i++) pthread_join(id[i], 0);
  pthread_join(other, 0);
  pthread_mutex_destroy(&lock);
  printf("%d %d\n", total, finished[0] + finished[1] + finished[2]);
  return 0;
}
