/* The declaration macros of glibc: programs use some of them, and system headers, which are used if Ravel lacks one, use all. */
#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H

#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif
#define __P(arguments) arguments
#define __PMT(arguments) arguments
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __ptr_t void *

/* Attributes of functions: nothing depends on them here. */
#define __THROW
#define __THROWNL
#define __NTH(function) function
#define __NTHNL(function) function
#define __LEAF
#define __LEAF_ATTR
#define __nonnull(parameters)
#define __attribute_nonnull__(parameters)
#define __returns_nonnull
#define __wur
#define __attribute_warn_unused_result__
#define __attribute_pure__
#define __attribute_const__
#define __attribute_maybe_unused__ __attribute__((__unused__))
#define __attribute_used__ __attribute__((__used__))
#define __attribute_noinline__ __attribute__((__noinline__))
#define __attribute_deprecated__
#define __attribute_deprecated_msg__(text)
#define __attribute_malloc__
#define __attribute_alloc_size__(parameters)
#define __attribute_alloc_align__(parameters)
#define __attribute_format_arg__(n)
#define __attribute_format_strfmon__(a, b)
#define __attribute_nonstring__
#define __attribute_copy__(function)
#define __attribute_artificial__
#define __attribute_returns_twice__ __attribute__((__returns_twice__))
#define __attr_access(parameters)
#define __attr_access_none(n)
#define __attr_dealloc(function, n)
#define __attr_dealloc_free
#define __attr_dealloc_fclose
#define __fortified_attr_access(mode, a, b)
#define __COLD
#define __always_inline __inline __attribute__((__always_inline__))
#define __extern_inline extern __inline __attribute__((__gnu_inline__))
#define __extern_always_inline extern __always_inline __attribute__((__gnu_inline__))

/* Names for the linker. */
#define __ASMNAME(name) __ASMNAME2(__USER_LABEL_PREFIX__, name)
#define __ASMNAME2(prefix, name) __STRING(prefix) name
#define __REDIRECT(name, type, alias) name type __asm__(__ASMNAME(#alias))
#define __REDIRECT_NTH(name, type, alias) name type __asm__(__ASMNAME(#alias))
#define __REDIRECT_NTHNL(name, type, alias) name type __asm__(__ASMNAME(#alias))

/* Questions about the compiler, and shapes of declarations. */
#define __GNUC_PREREQ(major, minor) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((major) << 16) + (minor))
#define __glibc_clang_prereq(major, minor) ((__clang_major__ << 16) + __clang_minor__ >= ((major) << 16) + (minor))
#define __glibc_has_attribute(attribute) __has_attribute(attribute)
#define __glibc_has_builtin(name) __has_builtin(name)
#define __glibc_has_extension(name) __has_extension(name)
#define __glibc_likely(condition) __builtin_expect((condition), 1)
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
#define __glibc_macro_warning(message)
#define __glibc_c99_flexarr_available 1
#define __HAVE_GENERIC_SELECTION 1
#define __flexarr []
#define __restrict_arr __restrict
#define __bos(pointer) __builtin_object_size(pointer, 0)
#define __bos0(pointer) __builtin_object_size(pointer, 0)
#define __glibc_objsize(pointer) __bos(pointer)
#define __glibc_objsize0(pointer) __bos0(pointer)
#define __BEGIN_NAMESPACE_STD
#define __END_NAMESPACE_STD
#define __USING_NAMESPACE_STD(name)
#define __BEGIN_NAMESPACE_C99
#define __END_NAMESPACE_C99
#define __USING_NAMESPACE_C99(name)

#endif
