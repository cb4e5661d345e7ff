/* A list of four arbitrary page numbers is sorted: descending, and what is searched is found. */
#include <assert.h>
#include <midl.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  MDB_IDL ids = mdb_midl_alloc(4);
  for (int i = 0; i < 4; i++) assert(mdb_midl_append(&ids, __VERIFIER_nondet_uchar()) == 0);
  MDB_ID some = ids[2];
  mdb_midl_sort(ids);
  for (int i = 1; i < 4; i++) assert(ids[i] >= ids[i + 1]);
  unsigned at = mdb_midl_search(ids, some);
  assert(at >= 1 && at <= 4 && ids[at] == some);
  mdb_midl_free(ids);
  return 0;
}
