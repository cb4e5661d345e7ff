// For the stress: steps that fill and copy many megabytes, and a race that the first run shows.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { size = 12000000 };

static char large[size], copy[size];
static int done;

static void *fill(void *argument) {
  memset(large, 1 + (argument != NULL), sizeof large);
  memcpy(copy, large, sizeof copy);
  done++;
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, fill, NULL);
  pthread_create(&two, NULL, fill, &one);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  char *more = malloc(size);
  if (more != NULL) memcpy(more, copy, size);
  free(more);
  return done > 2;
}
