/* One writer, one reader, a ring of two integers: what is read is a prefix of what was written. */
#include <assert.h>
#include <pa_ringbuffer.h>
#include <pthread.h>

static int storage[2];
static PaUtilRingBuffer ring;

static void *writer(void *unused) {
  const int numbers[] = {1, 2, 3};
  ring_buffer_size_t at = PaUtil_WriteRingBuffer(&ring, numbers, 2);
  PaUtil_WriteRingBuffer(&ring, numbers + at, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  int got[3];
  ring_buffer_size_t count;
  assert(PaUtil_InitializeRingBuffer(&ring, sizeof(int), 2, storage) == 0);
  pthread_create(&thread, NULL, writer, NULL);
  count = PaUtil_ReadRingBuffer(&ring, got, 1);
  count += PaUtil_ReadRingBuffer(&ring, got + count, 2);
  for (ring_buffer_size_t i = 0; i < count; i++) assert(got[i] == i + 1);
  pthread_join(thread, NULL);
  return 0;
}
