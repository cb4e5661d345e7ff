/* A sequence lock around two plain integers: a reader that need not retry has seen both or none. */
#include <assert.h>
#include <ck_sequence.h>
#include <pthread.h>
#include <stddef.h>

static ck_sequence_t sequence = CK_SEQUENCE_INITIALIZER;
static int left, right;

static void *writer(void *unused) {
  ck_sequence_write_begin(&sequence);
  left++;
  right++;
  ck_sequence_write_end(&sequence);
  return unused;
}

int main(void) {
  pthread_t thread;
  unsigned int version;
  int a, b;
  pthread_create(&thread, NULL, writer, NULL);
  do {
    version = ck_sequence_read_begin(&sequence);
    a = left;
    b = right;
  } while (ck_sequence_read_retry(&sequence, version));
  assert(a == b);
  pthread_join(thread, NULL);
  return 0;
}
