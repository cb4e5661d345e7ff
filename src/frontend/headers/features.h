/* Which names the headers declare: as in glibc, everything of POSIX and BSD unless strict ISO C is requested, and GNU's own names only
 * with _GNU_SOURCE (programs may define gettid or qsort_r themselves). */
#ifndef _FEATURES_H
#define _FEATURES_H

#if !defined __STRICT_ANSI__ || defined _GNU_SOURCE || defined _DEFAULT_SOURCE || defined _BSD_SOURCE || defined _SVID_SOURCE || \
    defined _POSIX_SOURCE || defined _POSIX_C_SOURCE || defined _XOPEN_SOURCE
#define __USE_MISC 1
#define __USE_POSIX 1
#endif
#ifdef _GNU_SOURCE
#define __USE_GNU 1
#endif

/* System headers, which are used if Ravel lacks one, need more macros. */
#define __USE_ISOC11 1
#define __USE_ISOC99 1
#define __USE_ISOC95 1
#ifdef __USE_POSIX
#define __USE_POSIX2 1
#define __USE_POSIX199309 1
#define __USE_POSIX199506 1
#define __USE_XOPEN2K 1
#define __USE_XOPEN2K8 1
#define __USE_ATFILE 1
#endif
#if defined __USE_GNU || defined _XOPEN_SOURCE
#define __USE_XOPEN 1
#define __USE_XOPEN_EXTENDED 1
#define __USE_UNIX98 1
#endif
#ifdef __USE_GNU
#define __USE_XOPEN2KXSI 1
#define __USE_XOPEN2K8XSI 1
#define __USE_LARGEFILE 1
#define __USE_LARGEFILE64 1
#define __USE_DYNAMIC_STACK_SIZE 1
#endif

#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(major, minor) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((major) << 16) + (minor))

/* For system headers, which are used if Ravel lacks one. */
#define __GLIBC_USE(feature) __GLIBC_USE_##feature
#define __GLIBC_USE_ISOC2X 0
#define __GLIBC_USE_LIB_EXT2 0
#define __GLIBC_USE_IEC_60559_BFP_EXT 0
#define __GLIBC_USE_IEC_60559_BFP_EXT_C2X 0
#define __GLIBC_USE_IEC_60559_EXT 0
#define __GLIBC_USE_IEC_60559_FUNCS_EXT 0
#define __GLIBC_USE_IEC_60559_FUNCS_EXT_C2X 0
#define __GLIBC_USE_IEC_60559_TYPES_EXT 0
#define __GLIBC_USE_DEPRECATED_GETS 0
#define __GLIBC_USE_DEPRECATED_SCANF 0

#include <sys/cdefs.h>

#endif
