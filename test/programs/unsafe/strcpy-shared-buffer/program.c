/* A status text is replaced by strcpy while another thread compares it.
 *
 * race: unsafe, strcpy writes the bytes that strcmp reads. assert: unsafe. The text is
 *   not yet "ba" at the first comparison and no longer "ok" at the second.
 * memory: safe, both texts have two characters and the terminator stays where it is. leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char status[3] = "ok";

static void *fail(void *arg) {
  strcpy(status, "ba");
  return arg;
}

static void *check(void *arg) {
  int bad = strcmp(status, "ba") == 0;
  int good = strcmp(status, "ok") == 0;
  assert(good || bad);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, fail, NULL);
  pthread_create(&t2, NULL, check, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
