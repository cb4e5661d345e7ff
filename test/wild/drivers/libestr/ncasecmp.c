/* The first nine characters of a string of nine and a string of eight, without regard to case. */
#include <assert.h>
#include <libestr.h>

int main(void) {
  es_str_t *nine = es_newStrFromCStr("ABCDEFGHI", 9);
  es_str_t *eight = es_newStrFromCStr("abcdefgh", 8);
  assert(es_strncasecmp(nine, eight, 9) > 0);
  es_deleteStr(nine);
  es_deleteStr(eight);
  return 0;
}
