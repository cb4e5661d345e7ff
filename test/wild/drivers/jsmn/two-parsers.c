/* Two threads parse one text, each with a parser of its own. */
#include "jsmn.h"
#include <assert.h>
#include <pthread.h>

static char text[] = "{\"a\":[1,2]}";

static void *parse(void *argument) {
  jsmn_parser parser;
  jsmntok_t tokens[5];
  jsmn_init(&parser);
  assert(jsmn_parse(&parser, text, sizeof text - 1, tokens, 5) == 5);
  assert(tokens[0].type == JSMN_OBJECT && tokens[2].type == JSMN_ARRAY && tokens[2].size == 2);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, parse, 0);
  parse(0);
  pthread_join(thread, 0);
  return 0;
}
