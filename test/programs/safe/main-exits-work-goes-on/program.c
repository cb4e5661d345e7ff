/* main starts two threads and leaves by pthread_exit; the last worker checks the result and ends the process.
 *
 * assert: safe. The thread that counts second sees both contributions.
 * race: safe, parts are ordered by the acquire-release counter. deadlock: safe, nothing blocks. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static int part[2];
static atomic_int finished;

static void *worker(void *arg) {
  int me = (int)(intptr_t)arg;
  part[me] = 21;
  if (atomic_fetch_add(&finished, 1) == 1) assert(part[0] + part[1] == 42);
  return NULL;
}

int main(void) {
  for (intptr_t i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, (void *)i);
    pthread_detach(thread);
  }
  pthread_exit(NULL);
}
