/* Two threads ask for the text of one object, which neither of them changes. */
#include <assert.h>
#include <json.h>
#include <pthread.h>

static struct fjson_object *truth;

static void *reader(void *unused) {
  assert(fjson_object_to_json_string(truth) != NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  truth = fjson_object_new_boolean(1);
  pthread_create(&thread, NULL, reader, NULL);
  reader(NULL);
  pthread_join(thread, NULL);
  return 0;
}
