/* Two threads look up in one mapped database, each with a handle of its own. */
#include "database.h"

static struct cdb first, second;

static void *reader(void *unused) {
  look(&second);
  return unused;
}

int main(void) {
  pthread_t thread;
  first = second = database();
  pthread_create(&thread, NULL, reader, NULL);
  look(&first);
  pthread_join(thread, NULL);
  return 0;
}
