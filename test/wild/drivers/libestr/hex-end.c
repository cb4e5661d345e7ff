/* A hexadecimal number that fills its buffer. */
#include <libestr.h>

int main(void) {
  int success;
  es_str_t *number = es_newStrFromCStr("0x123456", 8);
  es_str2num(number, &success);
  es_deleteStr(number);
  return 0;
}
