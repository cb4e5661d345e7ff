/* Two threads compare with, look in and copy one string that no thread changes. */
#include <assert.h>
#include <libestr.h>
#include <pthread.h>
#include <stddef.h>

static es_str_t *text;

static void *reader(void *unused) {
  es_str_t *copy = es_strdup(text);
  es_str_t *word = es_newStrFromCStr("lo", 2);
  assert(es_strcmp(text, copy) == 0);
  assert(es_strContains(text, word) == 3);
  assert(es_addChar(&copy, '!') == 0 && es_strlen(copy) == 6);
  es_deleteStr(copy);
  es_deleteStr(word);
  return unused;
}

int main(void) {
  pthread_t thread;
  text = es_newStrFromCStr("hello", 5);
  pthread_create(&thread, NULL, reader, NULL);
  reader(NULL);
  pthread_join(thread, NULL);
  es_deleteStr(text);
  return 0;
}
