/* A channel that holds one message; two go through it in order. */
#include "chan.h"
#include <assert.h>
#include <pthread.h>

static chan_t *channel;
static int messages[2];

static void *send(void *argument) {
  for (int i = 0; i < 2; i++) assert(chan_send(channel, &messages[i]) == 0);
  return argument;
}

int main(void) {
  pthread_t sender;
  void *message;
  channel = chan_init(1);
  pthread_create(&sender, 0, send, 0);
  for (int i = 0; i < 2; i++) assert(chan_recv(channel, &message) == 0 && message == &messages[i]);
  pthread_join(sender, 0);
  chan_dispose(channel);
  return 0;
}
