// pthread_self and pthread_equal: a thread's own id is the one its creator got, and ids of live threads differ.
#include <pthread.h>
#include <stdio.h>

static pthread_t seen[3];

struct slot {
  int index;
  pthread_barrier_t *together;
};

static void *note(void *arg) {
  struct slot *slot = arg;
  seen[slot->index] = pthread_self();
  pthread_barrier_wait(slot->together);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  struct slot slots[3];
  pthread_barrier_t together;
  pthread_barrier_init(&together, NULL, 4);
  for (int i = 0; i < 3; i++) {
    slots[i] = (struct slot){i, &together};
    pthread_create(&t[i], NULL, note, &slots[i]);
  }
  pthread_barrier_wait(&together);
  for (int i = 0; i < 3; i++) {
    printf("own id of %d: %d, main's: %d, others:", i, !!pthread_equal(seen[i], t[i]), !!pthread_equal(seen[i], pthread_self()));
    for (int j = 0; j < 3; j++) printf(" %d", !!pthread_equal(t[i], t[j]));
    printf("\n");
  }
  printf("self twice: %d\n", !!pthread_equal(pthread_self(), pthread_self()));
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  pthread_barrier_destroy(&together);
  return 0;
}
