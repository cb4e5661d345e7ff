/* A driver calls a function of the kernel's that is declared here and defined elsewhere: the report names it. */
#include <pthread.h>
#include <stddef.h>

extern int register_device(const char *name);

static void *probe(void *arg) {
  return register_device(arg) == 0 ? arg : NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, probe, "dev0");
  pthread_join(thread, NULL);
  return 0;
}
