/* More hazard pointers are set than a record's cache has room for. CK_HP_CACHE is set to two by the flags; it is 512 otherwise. */
#include <assert.h>
#include <ck_hp.h>
#include <stdlib.h>

enum { DEGREE = CK_HP_CACHE + 1 };

static ck_hp_t hazards;
static ck_hp_record_t record;
static void *slots[DEGREE];
static int objects[DEGREE];

static void destroy(void *object) { (void)object; }

int main(void) {
  ck_hp_init(&hazards, DEGREE, 1, destroy);
  ck_hp_register(&hazards, &record, slots);
  for (int i = 0; i < DEGREE; i++) ck_hp_set(&record, i, &objects[i]);
  ck_hp_reclaim(&record);
  assert(record.global == &hazards);
  return 0;
}
