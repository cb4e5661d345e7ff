/* One thread replaces the number, the other reads it: it is the old or the new one. */
#include "metadata.h"

static void *writer(void *unused) {
  assert(meta_data_add_signed_int(data, "a", 2) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  int64_t number = 0;
  begin();
  pthread_create(&thread, NULL, writer, NULL);
  assert(meta_data_get_signed_int(data, "a", &number) == 0 && (number == 1 || number == 2));
  pthread_join(thread, NULL);
  meta_data_destroy(data);
  return 0;
}
