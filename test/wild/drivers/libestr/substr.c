/* The first eight characters of an empty string. */
#include <assert.h>
#include <libestr.h>
#include <stddef.h>

int main(void) {
  es_str_t *empty = es_newStr(0);
  es_str_t *part = es_newStrFromSubStr(empty, 0, 8);
  assert(part == NULL || es_strlen(part) == 0);
  es_deleteStr(part);
  es_deleteStr(empty);
  return 0;
}
