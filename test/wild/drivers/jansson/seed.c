/* Two threads create their first objects at the same time: what was set is found again. */
#include <assert.h>
#include <jansson.h>
#include <pthread.h>

static void *user(void *unused) {
  static _Alignas(4) const char key[] = "key";
  json_t *object = json_object();
  assert(json_object_setn_new_nocheck(object, key, 3, json_null()) == 0);
  assert(json_object_getn(object, key, 3) == json_null());
  json_decref(object);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, user, NULL);
  user(NULL);
  pthread_join(thread, NULL);
  return 0;
}
