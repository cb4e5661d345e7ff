/* The number ten, in hexadecimal. */
#include <assert.h>
#include <libestr.h>
#include <stddef.h>

int main(void) {
  es_str_t *number = es_newStrFromCStr("0xa", 3);
  assert(es_str2num(number, NULL) == 10);
  es_deleteStr(number);
  return 0;
}
