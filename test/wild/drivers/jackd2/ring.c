/* One writer, one reader, a ring of four bytes (three usable): what is read is a prefix of what was written. */
#include <assert.h>
#include <jack/ringbuffer.h>
#include <pthread.h>

static jack_ringbuffer_t *ring;

static void *writer(void *unused) {
  size_t at = 0;
  const char text[] = "abcd";
  at += jack_ringbuffer_write(ring, text, 2);
  jack_ringbuffer_write(ring, text + at, 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  char got[4];
  size_t count = 0;
  ring = jack_ringbuffer_create(4);
  pthread_create(&thread, NULL, writer, NULL);
  for (int i = 0; i < 2; i++) count += jack_ringbuffer_read(ring, got + count, 2);
  for (size_t i = 0; i < count; i++) assert(got[i] == "abcd"[i]);
  pthread_join(thread, NULL);
  jack_ringbuffer_free(ring);
  return 0;
}
