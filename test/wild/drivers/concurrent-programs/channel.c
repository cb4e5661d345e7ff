/* A channel of one place on top of futexes: a message goes through. */
#define main their_main
#include "channel/channel.c"
#undef main

static struct chan *channel;
static int message;

static void *send_one(void *argument) {
  assert(chan_send(channel, &message) == 0);
  return argument;
}

int main(void) {
  pthread_t sender;
  void *received;
  channel = chan_make(1, malloc);
  pthread_create(&sender, NULL, send_one, NULL);
  assert(chan_recv(channel, &received) == 0 && received == &message);
  pthread_join(sender, NULL);
  free(channel);
  return 0;
}
