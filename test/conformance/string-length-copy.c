// strlen, strnlen, strcpy, strncpy (padding, no terminator), stpcpy, stpncpy, strcat, strncat, strdup, strndup.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void dump(const char *what, const char *p, int n) {
  printf("%s:", what);
  for (int i = 0; i < n; i++) printf(" %02x", (unsigned char)p[i]);
  printf("\n");
}

int main(void) {
  char buffer[12];
  const char *volatile word = "threads", *volatile empty = "";
  printf("%d %d %d %d %d\n", (int)strlen(word), (int)strlen(empty), (int)strnlen(word, 4), (int)strnlen(word, 99), (int)strnlen(word, 0));

  memset(buffer, '.', sizeof buffer);
  printf("returns its target %d\n", strcpy(buffer, word) == buffer);
  dump("strcpy", buffer, 12);
  memset(buffer, '.', sizeof buffer);
  printf("returns the end %d\n", stpcpy(buffer, "abc") == buffer + 3);
  dump("stpcpy", buffer, 5);
  memset(buffer, '.', sizeof buffer);
  printf("returns its target %d\n", strncpy(buffer, "ab", 5) == buffer);
  dump("strncpy pads", buffer, 7);
  memset(buffer, '.', sizeof buffer);
  const char *volatile longer = "abcdef";
  strncpy(buffer, longer, 3);
  dump("strncpy cuts", buffer, 5);
  memset(buffer, '.', sizeof buffer);
  printf("end of the text %d\n", stpncpy(buffer, "ab", 5) == buffer + 2);
  dump("stpncpy", buffer, 7);
  printf("end of the room %d\n", stpncpy(buffer, longer, 4) == buffer + 4);

  strcpy(buffer, "one");
  printf("%s", strcat(buffer, "-two"));
  printf(" %s\n", strncat(buffer, longer, 2));
  strcpy(buffer, "x");
  printf("%s\n", strncat(buffer, "yz", 9));

  char *copy = strdup(word), *part = strndup(word, 3), *all = strndup(word, 50);
  copy[0] = 'T';
  printf("%s %s %s %s\n", copy, part, all, word);
  free(copy), free(part), free(all);
  return 0;
}
