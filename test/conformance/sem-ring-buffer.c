// A ring buffer with counting semaphores for free and filled places: one producer, two consumers, every item once.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 3, ITEMS = 8 };

static sem_t room, filled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[SIZE], next_in, next_out, taken[ITEMS];

static void *produce(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&room);
    ring[next_in++ % SIZE] = i;
    sem_post(&filled);
  }
  return arg;
}

static void *consume(void *arg) {
  intptr_t sum = 0;
  for (int i = 0; i < ITEMS / 2; i++) {
    sem_wait(&filled);
    pthread_mutex_lock(&lock);
    int item = ring[next_out++ % SIZE];
    taken[item]++;
    pthread_mutex_unlock(&lock);
    sem_post(&room);
    sum += item * item;
  }
  (void)arg;
  return (void *)sum;
}

int main(void) {
  pthread_t p, c[2];
  void *sums[2];
  int value = -1;
  sem_init(&room, 0, SIZE);
  sem_init(&filled, 0, 0);
  pthread_create(&c[0], NULL, consume, NULL);
  pthread_create(&c[1], NULL, consume, NULL);
  pthread_create(&p, NULL, produce, NULL);
  pthread_join(p, NULL);
  for (int i = 0; i < 2; i++) pthread_join(c[i], &sums[i]);
  printf("squares %d\n", (int)((intptr_t)sums[0] + (intptr_t)sums[1]));
  for (int i = 0; i < ITEMS; i++) printf("%d", taken[i]);
  sem_getvalue(&room, &value);
  printf("\nroom %d\n", value);
  return 0;
}
