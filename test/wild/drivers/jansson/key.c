/* One thread, and a key of one byte. */
#include <assert.h>
#include <jansson.h>

int main(void) {
  static _Alignas(4) const char key[] = "k";
  json_object_seed(1);
  json_t *object = json_object();
  assert(json_object_setn_new_nocheck(object, key, 1, json_null()) == 0);
  json_decref(object);
  return 0;
}
