/* Two threads format their messages into one static line buffer before printing.
 *
 * race: unsafe. snprintf writes the shared buffer, and so does the other thread's.
 * assert: safe, both messages are four characters long. memory: safe, within the buffer. uninit: static storage.
 * deadlock, leak, overflow: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static char line[16];

static void *report(void *arg) {
  int written = snprintf(line, sizeof line, "id=%d", (int)(intptr_t)arg);
  assert(written == 4);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, report, (void *)(intptr_t)1);
  pthread_create(&t2, NULL, report, (void *)(intptr_t)2);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  printf("%s\n", line);
  return 0;
}
