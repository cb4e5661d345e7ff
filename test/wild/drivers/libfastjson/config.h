/* What libfastjson's configure would write; the flags say whether the compiler has atomics. */
#define STDC_HEADERS 1
#define HAVE_FCNTL_H 1
#define HAVE_SNPRINTF 1
#define HAVE_STDARG_H 1
#define HAVE_STRDUP 1
#define HAVE_STRINGS_H 1
#define HAVE_STRNCASECMP 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define HAVE_VSNPRINTF 1
