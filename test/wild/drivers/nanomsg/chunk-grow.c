/* A chunk that was trimmed in front grows again into the room in front of it. */
#include <string.h>
#include <utils/alloc.h>
#include <utils/chunk.h>
#include <utils/err.h>

#include "errors.h"

void *nn_alloc_(size_t size) { return malloc(size); }
void *nn_realloc(void *ptr, size_t size) { return realloc(ptr, size); }
void nn_free(void *ptr) { free(ptr); }

int main(void) {
  void *message;
  assert(nn_chunk_alloc(16, 0, &message) == 0);
  memset(message, 'x', 16);
  message = nn_chunk_trim(message, 8);
  assert(nn_chunk_realloc(16, &message) == 0);
  assert(nn_chunk_size(message) == 16);
  nn_chunk_free(message);
  return 0;
}
