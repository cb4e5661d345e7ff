// The sieve as a chain of threads: each keeps its prime and passes on what it does not divide; the chain grows as it goes, and every
// thread creates and joins its successor.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

struct link {
  sem_t room, filled;
  int value;
};

static struct link *link_new(void) {
  struct link *link = malloc(sizeof *link);
  sem_init(&link->room, 0, 1);
  sem_init(&link->filled, 0, 0);
  return link;
}

static void send(struct link *link, int value) {
  sem_wait(&link->room);
  link->value = value;
  sem_post(&link->filled);
}

static int receive(struct link *link) {
  sem_wait(&link->filled);
  int value = link->value;
  sem_post(&link->room);
  return value;
}

static void *filter(void *arg) {
  struct link *in = arg, *out = NULL;
  pthread_t next;
  int prime = receive(in);
  printf("prime %d\n", prime);
  for (int n; (n = receive(in)) != 0;) {
    if (n % prime == 0) continue;
    if (!out) {
      out = link_new();
      pthread_create(&next, NULL, filter, out);
    }
    send(out, n);
  }
  if (out) {
    send(out, 0);
    pthread_join(next, NULL);
    sem_destroy(&out->room), sem_destroy(&out->filled);
    free(out);
  }
  return NULL;
}

int main(void) {
  struct link *first = link_new();
  pthread_t t;
  pthread_create(&t, NULL, filter, first);
  for (int n = 2; n <= 14; n++) send(first, n);
  send(first, 0);
  pthread_join(t, NULL);
  free(first);
  printf("end\n");
  return 0;
}
