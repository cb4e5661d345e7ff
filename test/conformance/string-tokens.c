// strtok, strtok_r (nested), strsep (empty fields), in a buffer of its own; threads using strtok_r at once.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *count_words(void *arg) {
  char *copy = strdup(arg), *state;
  intptr_t count = 0;
  for (char *word = strtok_r(copy, " ", &state); word; word = strtok_r(NULL, " ", &state)) count += 10 + (intptr_t)strlen(word);
  free(copy);
  return (void *)count;
}

int main(void) {
  char line[] = ",,alpha,beta;;gamma,";
  for (char *word = strtok(line, ",;"); word; word = strtok(NULL, ",;")) printf("[%s]", word);
  printf("\n");
  char only[] = ";;;";
  printf("only delimiters: %d\n", strtok(only, ";") == NULL);
  char table[] = "a=1 b=22 c=";
  char *outer, *inner;
  for (char *entry = strtok_r(table, " ", &outer); entry; entry = strtok_r(NULL, " ", &outer)) {
    char *name = strtok_r(entry, "=", &inner), *value = strtok_r(NULL, "=", &inner);
    printf("%s is %s\n", name, value ? value : "nothing");
  }
  char fields[] = "x::y:", *rest = fields;
  for (char *field; (field = strsep(&rest, ":"));) printf("<%s>", field);
  printf(" end %d\n", rest == NULL);

  pthread_t t[2];
  char *texts[] = {"one two three", "a bb  ccc dddd"};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, count_words, texts[i]);
  for (int i = 0; i < 2; i++) {
    void *count;
    pthread_join(t[i], &count);
    printf("%d\n", (int)(intptr_t)count);
  }
  return 0;
}
