// gmtime, gmtime_r, timegm, asctime_r, strftime, difftime and normalisation by timegm, on given times (no time zone involved).
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

static void show(time_t when) {
  struct tm tm;
  char text[64];
  printf("gmtime_r %d:", gmtime_r(&when, &tm) == &tm);
  printf(" %d-%02d-%02d %02d:%02d:%02d, weekday %d, day %d, dst %d", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min,
         tm.tm_sec, tm.tm_wday, tm.tm_yday, tm.tm_isdst);
  printf(", back %d\n", timegm(&tm) == when);
  size_t n = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S %a %b %j %y %p %I %%", &tm);
  printf("  %d %s\n", (int)n, text);
  printf("  %s", asctime_r(&tm, text));
}

int main(void) {
  show(0);
  show(951782399);
  show(951782400);
  show(1709210096);
  show(2147483647);
  show(-1);
  time_t when = 86400;
  struct tm *tm = gmtime(&when);
  printf("gmtime %d %d\n", tm->tm_mday, tm->tm_year);
  struct tm odd = {.tm_year = 100, .tm_mon = 13, .tm_mday = 32, .tm_hour = 25};
  printf("normalised %ld:", (long)timegm(&odd));
  printf(" %d %d %d %d\n", odd.tm_year, odd.tm_mon, odd.tm_mday, odd.tm_hour);
  char small[4];
  printf("no room %d\n", (int)strftime(small, sizeof small, "%Y", &odd));
  printf("difftime %g %g\n", difftime(100, 40), difftime(40, 100));
  return 0;
}
