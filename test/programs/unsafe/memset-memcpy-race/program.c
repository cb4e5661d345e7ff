/* A key is wiped by memset while another thread copies it out.
 *
 * race: unsafe, the two library calls touch the same bytes unordered.
 * assert: safe, the last byte of the copy is 7 or 0. memory: safe, both within eight bytes. uninit: safe, initialised.
 * deadlock, leak, overflow: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static unsigned char key[8] = {0, 1, 2, 3, 4, 5, 6, 7};

static void *wipe(void *arg) {
  memset(key, 0, sizeof key);
  return arg;
}

static void *use(void *arg) {
  unsigned char copy[8];
  memcpy(copy, key, sizeof copy);
  assert(copy[7] == 7 || copy[7] == 0);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, wipe, NULL);
  pthread_create(&t2, NULL, use, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
