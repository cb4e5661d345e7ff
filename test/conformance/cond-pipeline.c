// A pipeline of three stages joined by one-place channels: what comes out is f(g(h(x))) for every x, in order.
#include <pthread.h>
#include <stdio.h>

enum { STAGES = 3, ITEMS = 5, END = -1 };

struct channel {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int full, item;
};

static struct channel channels[STAGES + 1];

static void send(struct channel *c, int item) {
  pthread_mutex_lock(&c->lock);
  while (c->full) pthread_cond_wait(&c->changed, &c->lock);
  c->full = 1, c->item = item;
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->lock);
}

static int receive(struct channel *c) {
  pthread_mutex_lock(&c->lock);
  while (!c->full) pthread_cond_wait(&c->changed, &c->lock);
  int item = c->item;
  c->full = 0;
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->lock);
  return item;
}

static void *stage(void *arg) {
  struct channel *in = arg;
  int number = (int)(in - channels);
  for (;;) {
    int item = receive(in);
    if (item != END) item = number == 0 ? item + 1 : number == 1 ? item * item : item % 7;
    send(in + 1, item);
    if (item == END) return NULL;
  }
}

static void *feed(void *arg) {
  for (int i = 0; i < ITEMS; i++) send(arg, 3 * i);
  send(arg, END);
  return NULL;
}

int main(void) {
  pthread_t t[STAGES], feeder;
  for (int i = 0; i <= STAGES; i++) channels[i] = (struct channel){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
  for (int i = 0; i < STAGES; i++) pthread_create(&t[i], NULL, stage, &channels[i]);
  pthread_create(&feeder, NULL, feed, &channels[0]);
  for (int item; (item = receive(&channels[STAGES])) != END;) printf("out %d\n", item);
  for (int i = 0; i < STAGES; i++) pthread_join(t[i], NULL);
  pthread_join(feeder, NULL);
  printf("end\n");
  return 0;
}
