/* No thread ever receives: a send must not report success because the channel was closed. */
#include "chan.h"
#include <assert.h>
#include <pthread.h>

static chan_t *channel;
static int message;

static void *send(void *argument) {
  assert(chan_send(channel, &message) == -1);
  return argument;
}

int main(void) {
  pthread_t sender;
  channel = chan_init(0);
  pthread_create(&sender, 0, send, 0);
  chan_close(channel);
  pthread_join(sender, 0);
  chan_dispose(channel);
  return 0;
}
