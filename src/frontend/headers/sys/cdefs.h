/* The declaration macros that programs borrow from glibc. */
#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H

#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif
#define __THROW
#define __nonnull(parameters)
#define __P(arguments) arguments
#define __CONCAT(x, y) x##y
#define __STRING(x) #x

#endif
