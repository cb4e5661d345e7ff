/* Two threads append to lists of their own; main merges them after the join. */
#include <assert.h>
#include <midl.h>
#include <pthread.h>
#include <stddef.h>

static MDB_IDL even, odd;

static void *writer(void *unused) {
  assert(mdb_midl_append(&odd, 3) == 0);
  assert(mdb_midl_append(&odd, 1) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  even = mdb_midl_alloc(2);
  odd = mdb_midl_alloc(2);
  pthread_create(&thread, NULL, writer, NULL);
  assert(mdb_midl_append(&even, 4) == 0);
  assert(mdb_midl_append(&even, 2) == 0);
  pthread_join(thread, NULL);
  assert(mdb_midl_need(&even, 2) == 0);
  mdb_midl_xmerge(even, odd);
  for (int i = 1; i <= 4; i++) assert(even[i] == (MDB_ID)(5 - i));
  mdb_midl_free(even);
  mdb_midl_free(odd);
  return 0;
}
