/* Any four bytes: what is called valid is taken apart into as many valid characters, and what they encode to is what was there. */
#include <assert.h>
#include <stddef.h>
#include <utf.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char text[4], again[4];
  for (int i = 0; i < 4; i++) text[i] = (char)__VERIFIER_nondet_uchar();
  if (!utf8_check_string(text, 4)) return 0;
  for (const char *at = text; at != text + 4;) {
    int32_t character;
    size_t size;
    const char *next = utf8_iterate(at, (size_t)(text + 4 - at), &character);
    assert(next != NULL);
    assert(utf8_encode(character, again, &size) == 0 && at + size == next);
    for (size_t i = 0; i < size; i++) assert(again[i] == at[i]);
    at = next;
  }
  return 0;
}
