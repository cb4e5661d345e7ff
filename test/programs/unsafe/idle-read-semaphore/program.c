/* Two threads wait for each other by reading the values of semaphores. There are no atomics.
 *
 * race: unsafe. sem_getvalue returns the value and orders nothing: that it is above zero does not make what came before the post happen
 * before what follows. So the read of x and its write are unordered.
 * assert: none. deadlock: safe, both posts come. memory, uninit: safe, sem_getvalue writes the value.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t first, second;
static int x;

static int value_of(sem_t *sem) {
  int value;
  sem_getvalue(sem, &value);
  return value;
}

static void *looker(void *arg) {
  while (value_of(&first) == 0) {
    int seen = x;
    (void)seen;
  }
  sem_post(&second);
  return arg;
}

static void *writer(void *arg) {
  sem_post(&first);
  while (value_of(&second) == 0);
  x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&first, 0, 0);
  sem_init(&second, 0, 0);
  pthread_create(&a, NULL, looker, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
