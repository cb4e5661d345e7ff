/* An object with two references: each thread reads it and drops its own; the last one frees it. */
#include <assert.h>
#include <json.h>
#include <pthread.h>

static struct fjson_object *number;

static void *reader(void *unused) {
  assert(fjson_object_get_int(number) == 7);
  fjson_object_put(number);
  return unused;
}

int main(void) {
  pthread_t thread;
  number = fjson_object_new_int(7);
  fjson_object_get(number);
  pthread_create(&thread, NULL, reader, NULL);
  reader(NULL);
  pthread_join(thread, NULL);
  return 0;
}
