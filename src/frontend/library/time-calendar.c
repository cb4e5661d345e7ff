/* The calendar: seconds to year, month and day and back, and their texts. The time zone is UTC. As in
 * glibc, gmtime, localtime and ctime share one result, and so do asctime and ctime. */
#define _GNU_SOURCE
#include "internal.h"
#include <limits.h>
#include <time.h>

RVL_CALLERS char *tzname[2] = {"UTC", "UTC"};
RVL_CALLERS long timezone;
RVL_CALLERS int daylight;

enum { DAY = 86400, CYCLE_DAYS = 146097, CYCLE_YEARS = 400 }; /* the calendar repeats every 400 years */

static long long divide_down(long long n, long long by) {
  return n / by - (n % by < 0);
}

/* Days from 1970-01-01 to the first of March of a year; years that begin in March have their leap day at the end. */
static long long days_to_march(long long year) {
  long long cycle = divide_down(year, CYCLE_YEARS), rest = year - cycle * CYCLE_YEARS;
  return cycle * CYCLE_DAYS + rest * 365 + rest / 4 - rest / 100 + 60 - 719528;
}

/* Days from the first of March to the first of a month (0 is March). */
static int days_to_month(int month) {
  return (month * 153 + 2) / 5;
}

static int is_leap(long long year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Fills in the fields; null and EOVERFLOW if the year does not fit. */
static struct tm *split(long long time, struct tm *to, const char *zone) {
  long long days = divide_down(time, DAY);
  int second = (int)(time - days * DAY);
  long long year = divide_down(days + 719468, 365) - 1; /* not too early by more than the leap days */
  year -= year / 1460;
  while (days_to_march(year) > days) year--;
  while (days_to_march(year + 1) <= days) year++;
  int day = (int)(days - days_to_march(year));
  int month = (day * 5 + 2) / 153;
  day -= days_to_month(month);
  int january = month >= 10; /* January and February belong to the next year */
  year += january;
  month += january ? -10 : 2;
  if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
    __rvl_set_errno(EOVERFLOW);
    return NULL;
  }
  to->tm_sec = second % 60;
  to->tm_min = second / 60 % 60;
  to->tm_hour = second / 3600;
  to->tm_mday = day + 1;
  to->tm_mon = month;
  to->tm_year = (int)(year - 1900);
  long long weekday = (days + 4) % 7;
  to->tm_wday = (int)(weekday < 0 ? weekday + 7 : weekday);
  to->tm_yday = (int)(days - days_to_march(year - 1)) - 306;
  to->tm_isdst = 0;
  to->tm_gmtoff = 0;
  to->tm_zone = zone;
  return to;
}

/* The seconds of the fields, which need not be in their ranges. */
static long long join(const struct tm *from) {
  long long month = from->tm_mon, year = from->tm_year + 1900ll;
  year += divide_down(month, 12);
  month -= divide_down(month, 12) * 12;
  int march = (int)(month < 2 ? month + 10 : month - 2);
  long long days = days_to_march(month < 2 ? year - 1 : year) + days_to_month(march) + from->tm_mday - 1ll;
  return days * DAY + from->tm_hour * 3600ll + from->tm_min * 60ll + from->tm_sec;
}

static time_t join_and_split(struct tm *fields, const char *zone) {
  long long seconds = join(fields);
  struct tm result;
  if (seconds != (time_t)seconds || !split(seconds, &result, zone)) {
    __rvl_set_errno(EOVERFLOW);
    return -1;
  }
  *fields = result;
  return (time_t)seconds;
}

enum { TEXT_ROOM = 64 };

static RVL_CALLERS struct tm localtime_result;
static RVL_CALLERS char asctime_result[TEXT_ROOM];

/* UTC, in one object of the whole process, which localtime and ctime also write. */
struct tm *gmtime(const time_t *time) {
  return split(*time, &localtime_result, "GMT");
}

/* As gmtime. */
struct tm *localtime(const time_t *time) {
  return split(*time, &localtime_result, "UTC");
}

/* The calendar in UTC, by arithmetic. */
struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict to) {
  return split(*time, to, "GMT");
}

/* The calendar in UTC, by arithmetic. */
struct tm *localtime_r(const time_t *restrict time, struct tm *restrict to) {
  return split(*time, to, "UTC");
}

/* The seconds of the fields in UTC; brings the fields into their ranges. */
time_t mktime(struct tm *fields) {
  return join_and_split(fields, "UTC");
}

/* As mktime. */
time_t timegm(struct tm *fields) {
  return join_and_split(fields, "GMT");
}

/* No effect: the time zone is UTC. */
void tzset(void) {
}

static void append(struct __rvl_text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  __rvl_vformat(text, format, arguments);
  va_end(arguments);
}

static const char *const weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

static const char *name(const char *const *names, int count, int index) {
  return index < 0 || index >= count ? "?" : names[index];
}

static void append_date(struct __rvl_text *text, const struct tm *t) {
  append(text, "%.3s %.3s %2d %02d:%02d:%02d %lld", name(weekdays, 7, t->tm_wday), name(months, 12, t->tm_mon), t->tm_mday, t->tm_hour,
         t->tm_min, t->tm_sec, t->tm_year + 1900ll);
}

/* The date with a newline; null and EOVERFLOW if it is longer than a buffer of 64 bytes. */
static char *date_text(const struct tm *fields, char *to) {
  if (!fields) return NULL;
  struct __rvl_text text;
  __rvl_text_open(&text);
  append_date(&text, fields);
  __rvl_text_byte(&text, '\n');
  __rvl_text_byte(&text, 0);
  if (text.size <= TEXT_ROOM)
    __rvl_move(to, text.bytes, text.size);
  else
    __rvl_set_errno(EOVERFLOW), to = NULL;
  __rvl_text_close(&text);
  return to;
}

/* The usual text, in one buffer of the whole process. */
char *asctime(const struct tm *fields) {
  return date_text(fields, asctime_result);
}

/* The usual text. */
char *asctime_r(const struct tm *restrict fields, char *restrict to) {
  return date_text(fields, to);
}

/* As asctime of localtime: writes the results of both. */
char *ctime(const time_t *time) {
  struct tm fields;
  if (!split(*time, &fields, "UTC")) return NULL;
  localtime_result = fields;
  return date_text(&fields, asctime_result);
}

/* As asctime_r of localtime. */
char *ctime_r(const time_t *restrict time, char *restrict to) {
  struct tm fields;
  return date_text(split(*time, &fields, "UTC"), to);
}

/* The week of ISO 8601 and the year it belongs to. */
static int iso_week(const struct tm *t, long long *year) {
  int monday = (t->tm_wday + 6) % 7;
  int week = (t->tm_yday - monday + 10) / 7;
  *year = t->tm_year + 1900ll;
  if (week < 1) {
    --*year;
    int days = t->tm_yday + 365 + is_leap(*year);
    return (days - monday + 10) / 7;
  }
  if (week == 53 && t->tm_yday - monday + 3 >= 365 + is_leap(*year)) {
    ++*year;
    return 1;
  }
  return week;
}

static void append_time(struct __rvl_text *text, const char *format, const struct tm *t);

/* One conversion of strftime. */
static void append_field(struct __rvl_text *text, int letter, const struct tm *t) {
  long long year = t->tm_year + 1900ll, iso_year;
  int hour = t->tm_hour % 12 ? t->tm_hour % 12 : 12;
  switch (letter) {
    case 'a': append(text, "%.3s", name(weekdays, 7, t->tm_wday)); break;
    case 'A': append(text, "%s", name(weekdays, 7, t->tm_wday)); break;
    case 'b': case 'h': append(text, "%.3s", name(months, 12, t->tm_mon)); break;
    case 'B': append(text, "%s", name(months, 12, t->tm_mon)); break;
    case 'c': append_date(text, t); break;
    case 'C': append(text, "%lld", divide_down(year, 100)); break;
    case 'd': append(text, "%02d", t->tm_mday); break;
    case 'D': case 'x': append_time(text, "%m/%d/%y", t); break;
    case 'e': append(text, "%2d", t->tm_mday); break;
    case 'F': append_time(text, "%Y-%m-%d", t); break;
    case 'g': iso_week(t, &iso_year); append(text, "%02lld", iso_year - divide_down(iso_year, 100) * 100); break;
    case 'G': iso_week(t, &iso_year); append(text, "%lld", iso_year); break;
    case 'H': append(text, "%02d", t->tm_hour); break;
    case 'I': append(text, "%02d", hour); break;
    case 'j': append(text, "%03d", t->tm_yday + 1); break;
    case 'k': append(text, "%2d", t->tm_hour); break;
    case 'l': append(text, "%2d", hour); break;
    case 'm': append(text, "%02d", t->tm_mon + 1); break;
    case 'M': append(text, "%02d", t->tm_min); break;
    case 'n': append(text, "\n"); break;
    case 'p': append(text, t->tm_hour < 12 ? "AM" : "PM"); break;
    case 'P': append(text, t->tm_hour < 12 ? "am" : "pm"); break;
    case 'r': append_time(text, "%I:%M:%S %p", t); break;
    case 'R': append_time(text, "%H:%M", t); break;
    case 's': append(text, "%lld", join(t)); break;
    case 'S': append(text, "%02d", t->tm_sec); break;
    case 't': append(text, "\t"); break;
    case 'T': case 'X': append_time(text, "%H:%M:%S", t); break;
    case 'u': append(text, "%d", t->tm_wday ? t->tm_wday : 7); break;
    case 'U': append(text, "%02d", (t->tm_yday + 7 - t->tm_wday) / 7); break;
    case 'V': append(text, "%02d", iso_week(t, &iso_year)); break;
    case 'w': append(text, "%d", t->tm_wday); break;
    case 'W': append(text, "%02d", (t->tm_yday + 7 - (t->tm_wday + 6) % 7) / 7); break;
    case 'y': append(text, "%02lld", year - divide_down(year, 100) * 100); break;
    case 'Y': append(text, "%lld", year); break;
    case 'z': append(text, "+0000"); break;
    case 'Z': append(text, "%s", t->tm_zone ? t->tm_zone : ""); break;
    case '%': append(text, "%%"); break;
    default: __rvl_error(RVL_INVALID_ARGUMENT, "strftime: unknown conversion in the format");
  }
}

static void append_time(struct __rvl_text *text, const char *format, const struct tm *t) {
  for (char byte; (byte = *format) != 0; format++) {
    if (byte != '%') {
      __rvl_text_byte(text, byte);
      continue;
    }
    byte = *++format;
    if (byte == 'E' || byte == 'O') byte = *++format;
    append_field(text, byte, t);
  }
}

/* As glibc in the C locale: 0 if the text does not fit. */
size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict fields) {
  struct __rvl_text text;
  __rvl_text_open(&text);
  append_time(&text, format, fields);
  size_t length = text.size;
  __rvl_text_byte(&text, 0);
  if (length < size)
    __rvl_move(to, text.bytes, text.size);
  else
    length = 0;
  __rvl_text_close(&text);
  return length;
}
