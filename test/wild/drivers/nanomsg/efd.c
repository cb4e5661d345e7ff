/* A thread signals by an event descriptor; main waits for that, takes the signal, and reads what was written before. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <utils/efd.h>

static struct nn_efd efd;
static int data;

static void *signaller(void *unused) {
  data = 1;
  nn_efd_signal(&efd);
  return unused;
}

int main(void) {
  pthread_t thread;
  if (nn_efd_init(&efd) != 0) return 1;
  pthread_create(&thread, NULL, signaller, NULL);
  while (nn_efd_wait(&efd, -1) != 0) {
  }
  nn_efd_unsignal(&efd);
  assert(data == 1);
  pthread_join(thread, NULL);
  nn_efd_term(&efd);
  return 0;
}
