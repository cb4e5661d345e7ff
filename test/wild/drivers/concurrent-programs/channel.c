/* A channel of one place on top of futexes: two messages go through in order. */
#define main their_main
#include "channel/channel.c"
#undef main

static struct chan *channel;
static int messages[2];

static void *send_both(void *argument) {
  for (int i = 0; i < 2; i++) assert(chan_send(channel, &messages[i]) == 0);
  return argument;
}

int main(void) {
  pthread_t sender;
  void *message;
  channel = chan_make(1, malloc);
  pthread_create(&sender, NULL, send_both, NULL);
  for (int i = 0; i < 2; i++) assert(chan_recv(channel, &message) == 0 && message == &messages[i]);
  pthread_join(sender, NULL);
  free(channel);
  return 0;
}
