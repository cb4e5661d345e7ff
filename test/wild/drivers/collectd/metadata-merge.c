/* One thread merges other metadata into it, the other reads the number. */
#include "metadata.h"

static void *merger(void *other) {
  assert(meta_data_clone_merge(&data, other) == 0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int64_t number;
  begin();
  meta_data_t *other = meta_data_create();
  assert(meta_data_add_signed_int(other, "a", 2) == 0);
  pthread_create(&thread, NULL, merger, other);
  assert(meta_data_get_signed_int(data, "a", &number) == 0 && (number == 1 || number == 2));
  pthread_join(thread, NULL);
  return 0;
}
