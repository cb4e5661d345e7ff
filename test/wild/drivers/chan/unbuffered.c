/* A send on a channel without a buffer returns when the message was taken. */
#include "chan.h"
#include <assert.h>
#include <pthread.h>

static chan_t *channel;
static int message;

static void *send(void *argument) {
  chan_send(channel, &message);
  pthread_mutex_lock(&channel->m_mu);
  assert(channel->w_waiting == 0);
  pthread_mutex_unlock(&channel->m_mu);
  return argument;
}

int main(void) {
  pthread_t sender;
  void *received;
  channel = chan_init(0);
  pthread_create(&sender, 0, send, 0);
  chan_recv(channel, &received);
  assert(received == &message);
  pthread_join(sender, 0);
  chan_dispose(channel);
  return 0;
}
