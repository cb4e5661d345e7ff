/* Instead of src/os.c, which maps one file twice: memory once. Drivers that move one byte at a time never write past its end. */
#include <os.h>
#include <stdlib.h>

int soundio_os_init_mirrored_memory(struct SoundIoOsMirroredMemory *mem, size_t capacity) {
  mem->address = malloc(capacity);
  mem->capacity = capacity;
  return mem->address == NULL;
}

void soundio_os_deinit_mirrored_memory(struct SoundIoOsMirroredMemory *mem) { free(mem->address); }

void soundio_panic(const char *format, ...) {
  (void)format;
  abort();
}
