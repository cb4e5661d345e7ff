// Dates as text, in UTC.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
  time_t when = 1000000000;
  setenv("TZ", "UTC0", 1);
  tzset();
  struct tm *fields = gmtime(&when);
  printf("%s", asctime(fields));
  printf("%s", ctime(&when));
  return 0;
}
