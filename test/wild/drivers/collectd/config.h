/* What collectd's configure would write, as far as these files need it. */
#define HAVE_SYS_TYPES_H 1
#define HAVE_STRINGS_H 1
#define HAVE_UNISTD_H 1
#define HAVE_SYS_TIME_H 1
#define TIME_WITH_SYS_TIME 1
#define HAVE_ENDIAN_H 1
#define HAVE_SYS_PARAM_H 1
#define FP_LAYOUT_NEED_NOTHING 1
#define PACKAGE_NAME "collectd"
#define PACKAGE_VERSION "5.12.0"
