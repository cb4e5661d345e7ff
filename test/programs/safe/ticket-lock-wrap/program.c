/* A ticket lock whose one-byte tickets wrap around on purpose: the first ticket is 255, the next ones 0 and 1.
 *
 * assert: safe. Tickets are distinct modulo 256, so the counter loses nothing.
 * race: safe. The plain counter is touched between reading one's own number (acquire) and serving the next (release).
 * deadlock: safe, the wait is a spin that ends when the predecessor leaves. overflow: safe, unsigned char wraps by
 *   conversion. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic unsigned char next_ticket = 255, now_serving = 255;
static int counter;

static void *worker(void *arg) {
  unsigned char mine = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&now_serving) != mine)
    ;
  counter++;
  atomic_store(&now_serving, (unsigned char)(mine + 1));
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(counter == 3);
  assert(atomic_load(&next_ticket) == 2);
  return 0;
}
