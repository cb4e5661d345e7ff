/* The system types in glibc's sizes, under reserved names. */
#ifndef _BITS_TYPES_H
#define _BITS_TYPES_H

typedef unsigned char __u_char;
typedef unsigned short __u_short;
typedef unsigned int __u_int;
typedef unsigned long __u_long;
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

#endif
