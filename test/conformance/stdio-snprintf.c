// snprintf, sprintf, vsnprintf, vsprintf, asprintf, vasprintf: truncation, the returned length, size zero, nothing written past the end.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int format(char *buffer, size_t size, const char *pattern, ...) {
  va_list args, again;
  va_start(args, pattern);
  va_copy(again, args);
  int first = vsnprintf(buffer, size, pattern, args), second = vsnprintf(NULL, 0, pattern, again);
  va_end(args);
  va_end(again);
  return first == second ? first : -1;
}

static int spell(char *buffer, const char *pattern, ...) {
  va_list args;
  va_start(args, pattern);
  int n = vsprintf(buffer, pattern, args);
  va_end(args);
  return n;
}

static char *make(const char *pattern, ...) {
  va_list args;
  char *text = NULL;
  va_start(args, pattern);
  if (vasprintf(&text, pattern, args) < 0) text = NULL;
  va_end(args);
  return text;
}

int main(void) {
  char buffer[16];
  volatile size_t room;
  for (room = 0; room <= 8; room += 2) {
    memset(buffer, '#', sizeof buffer);
    buffer[15] = 0;
    int n = snprintf(buffer, room, "%d-%s", 12, "abc");
    printf("room %d: returned %d, text %.8s, next %c\n", (int)room, n, room ? buffer : "none", buffer[room]);
  }
  printf("sprintf %d", sprintf(buffer, "%03d|%c", 7, 'q'));
  printf(" %s\n", buffer);
  printf("empty %d", sprintf(buffer, "%s", ""));
  printf(" %d\n", (int)strlen(buffer));
  printf("vsnprintf %d", format(buffer, 6, "%s=%.2f", "pi", 3.14159));
  printf(" %s\n", buffer);
  printf("vsprintf %d", spell(buffer, "<%x>", 0xab));
  printf(" %s\n", buffer);
  char *text = NULL;
  printf("asprintf %d", asprintf(&text, "%s-%d-%s", "a", 100, "z"));
  printf(" %s\n", text);
  free(text);
  text = make("%*d/%lld", 4, 12, 99999999999ll);
  printf("vasprintf %s\n", text);
  free(text);
  return 0;
}
