/* What libmicrohttpd's configure would write, as far as the memory pool and the locks need it. */
#define HAVE_STDDEF_H 1
#define HAVE_STDBOOL_H 1
#define HAVE_STDLIB_H 1
#define HAVE_UNISTD_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_TIME_H 1
#define HAVE_PTHREAD_H 1
#define MHD_USE_POSIX_THREADS 1
#define _MHD_EXTERN extern
