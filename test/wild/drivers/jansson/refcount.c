/* A value with two references: each thread reads it and drops its own; the last one frees it. */
#include <assert.h>
#include <jansson.h>
#include <pthread.h>

static json_t *number;

static void *reader(void *unused) {
  assert(json_integer_value(number) == 5);
  json_decref(number);
  return unused;
}

int main(void) {
  pthread_t thread;
  number = json_integer(5);
  json_incref(number);
  pthread_create(&thread, NULL, reader, NULL);
  reader(NULL);
  pthread_join(thread, NULL);
  return 0;
}
