/* Two threads look up in one database with one handle. */
#include "database.h"

static struct cdb shared;

static void *reader(void *unused) {
  look(&shared);
  return unused;
}

int main(void) {
  pthread_t thread;
  shared = database();
  pthread_create(&thread, NULL, reader, NULL);
  look(&shared);
  pthread_join(thread, NULL);
  return 0;
}
