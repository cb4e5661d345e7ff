/* main runs the thread function itself, "to save a thread", while another thread runs it too.
 *
 * race: unsafe, seen is plain and written by both. assert: unsafe, an increment is lost.
 * deadlock: safe. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int seen;

static void *scan(void *arg) {
  int before = seen;
  seen = before + 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, scan, NULL);
  scan(NULL);
  pthread_join(thread, NULL);
  assert(seen == 2);
  return 0;
}
