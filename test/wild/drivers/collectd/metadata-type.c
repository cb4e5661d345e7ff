/* One thread deletes the number, the other asks for its type. */
#include "metadata.h"

static void *deleter(void *unused) {
  assert(meta_data_delete(data, "a") == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  begin();
  pthread_create(&thread, NULL, deleter, NULL);
  int type = meta_data_type(data, "a");
  assert(type == 0 || type == MD_TYPE_SIGNED_INT);
  pthread_join(thread, NULL);
  meta_data_destroy(data);
  return 0;
}
