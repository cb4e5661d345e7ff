/* A message chunk with two references: each thread reads it and drops its own; the last one frees it. */
#include <pthread.h>
#include <string.h>
#include <utils/alloc.h>
#include <utils/chunk.h>
#include <utils/err.h>

#include "errors.h"

void *nn_alloc_(size_t size) { return malloc(size); }
void *nn_realloc(void *ptr, size_t size) { return realloc(ptr, size); }
void nn_free(void *ptr) { free(ptr); }

static void *message;

static void *reader(void *unused) {
  assert(nn_chunk_size(message) == 4);
  assert(memcmp(message, "ping", 4) == 0);
  nn_chunk_free(message);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(nn_chunk_alloc(4, 0, &message) == 0);
  memcpy(message, "ping", 4);
  nn_chunk_addref(message, 1);
  pthread_create(&thread, NULL, reader, NULL);
  reader(NULL);
  pthread_join(thread, NULL);
  return 0;
}
