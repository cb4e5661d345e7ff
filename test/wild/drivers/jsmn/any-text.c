/* Any text of three bytes into two tokens: no token lies outside the text. */
#include "jsmn.h"
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[3];
  jsmn_parser parser;
  jsmntok_t tokens[2];
  for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_char();
  jsmn_init(&parser);
  int count = jsmn_parse(&parser, text, 3, tokens, 2);
  assert(count <= 2);
  for (int i = 0; i < count; i++) assert(0 <= tokens[i].start && tokens[i].start <= tokens[i].end && tokens[i].end <= 3);
  return 0;
}
