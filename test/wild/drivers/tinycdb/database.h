/* A database in memory, with one record ("k" -> "value"), as cdb_make would write it to a file and cdb_init would map it. */
#include <assert.h>
#include <cdb.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum { HEADER = 2048, RECORD = 8 + 1 + 5, TABLE = 2 * 8, SIZE = HEADER + RECORD + TABLE };

static unsigned char image[SIZE];

static void put(unsigned at, unsigned number) {
  for (int i = 0; i < 4; i++) image[at + i] = number >> (8 * i);
}

static struct cdb database(void) {
  unsigned hash = cdb_hash("k", 1), end = HEADER + RECORD, slot = end + 8 * ((hash >> 8) % 2);
  struct cdb cdb = CDB_STATIC_INIT;
  put(8 * (hash & 255), end);
  put(8 * (hash & 255) + 4, 2);
  put(HEADER, 1);
  put(HEADER + 4, 5);
  memcpy(image + HEADER + 8, "kvalue", 6);
  put(slot, hash);
  put(slot + 4, HEADER);
  cdb.cdb_fsize = SIZE;
  cdb.cdb_dend = end;
  cdb.cdb_mem = image;
  return cdb;
}

static void look(struct cdb *cdb) {
  char value[5];
  assert(cdb_find(cdb, "k", 1) == 1);
  assert(cdb_datalen(cdb) == 5);
  assert(cdb_readdata(cdb, value) == 0);
  assert(memcmp(value, "value", 5) == 0);
}
