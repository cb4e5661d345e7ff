/* The system types in glibc's sizes, under reserved names. */
#ifndef _BITS_TYPES_H
#define _BITS_TYPES_H

typedef unsigned char __u_char;
typedef unsigned short __u_short;
typedef unsigned int __u_int;
typedef unsigned long __u_long;
typedef __INT8_TYPE__ __int8_t, __int_least8_t;
typedef __INT16_TYPE__ __int16_t, __int_least16_t;
typedef __INT32_TYPE__ __int32_t, __int_least32_t;
typedef __INT64_TYPE__ __int64_t, __int_least64_t;
typedef __UINT8_TYPE__ __uint8_t, __uint_least8_t;
typedef __UINT16_TYPE__ __uint16_t, __uint_least16_t;
typedef __UINT32_TYPE__ __uint32_t, __uint_least32_t;
typedef __UINT64_TYPE__ __uint64_t, __uint_least64_t;
typedef __INTMAX_TYPE__ __intmax_t;
typedef __UINTMAX_TYPE__ __uintmax_t;
typedef __INTPTR_TYPE__ __intptr_t;
typedef unsigned int __socklen_t;
typedef unsigned long __syscall_ulong_t;
typedef long __syscall_slong_t;
typedef unsigned long __rlim_t;
typedef char *__caddr_t;
typedef int __daddr_t;
typedef unsigned long __fsblkcnt_t;
typedef unsigned long __fsfilcnt_t;
#ifdef __LP64__
typedef unsigned long __dev_t;
typedef unsigned long __nlink_t;
typedef long __ssize_t;
typedef long __off64_t;
#else
typedef unsigned long long __dev_t;
typedef unsigned int __nlink_t;
typedef int __ssize_t;
typedef long long __off64_t;
#endif
typedef unsigned long __ino_t;
typedef unsigned int __mode_t;
typedef unsigned int __uid_t;
typedef unsigned int __gid_t;
typedef unsigned int __id_t;
typedef long __off_t;
typedef int __pid_t;
typedef long __time_t;
typedef long __clock_t;
typedef long __suseconds_t;
typedef unsigned int __useconds_t;
typedef long __blksize_t;
typedef long __blkcnt_t;
typedef int __clockid_t;
typedef int __key_t;
typedef void *__timer_t;
typedef __off64_t __loff_t;
typedef __INT64_TYPE__ __quad_t, __blkcnt64_t, __time64_t, __suseconds64_t;
typedef __UINT64_TYPE__ __u_quad_t, __ino64_t, __rlim64_t, __fsblkcnt64_t, __fsfilcnt64_t;
typedef struct { int __val[2]; } __fsid_t;
typedef long __fsword_t;
typedef int __sig_atomic_t;

#endif
