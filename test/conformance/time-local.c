// localtime, localtime_r, mktime, ctime_r: the time zone is an input, so only what holds in every zone: fields in range, mktime undoes
// localtime, the text ends its line.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t when = 1700000000;
  struct tm tm, *shared;
  memset(&tm, 0xff, sizeof tm);
  printf("localtime_r %d\n", localtime_r(&when, &tm) == &tm);
  printf("in range %d\n", tm.tm_mon == 10 && tm.tm_mday >= 13 && tm.tm_mday <= 16 && tm.tm_hour >= 0 && tm.tm_hour < 24 && tm.tm_min >= 0 &&
                              tm.tm_min < 60 && tm.tm_sec >= 0 && tm.tm_sec <= 60 && tm.tm_wday >= 0 && tm.tm_wday < 7);
  printf("year %d\n", tm.tm_year + 1900);
  printf("mktime undoes it %d\n", mktime(&tm) == when);
  shared = localtime(&when);
  printf("localtime agrees %d\n", shared->tm_hour == tm.tm_hour && shared->tm_mday == tm.tm_mday);
  char text[32] = "";
  printf("ctime_r %d\n", ctime_r(&when, text) == text);
  printf("25 characters %d, with the year %d, ends its line %d\n", strlen(text) == 25, strstr(text, "2023") != NULL, text[24] == '\n');
  return 0;
}
