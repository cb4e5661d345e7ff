/* setjmp and sigsetjmp are compiled in place; the first 16 bytes of the buffer hold what longjmp needs. Sizes are glibc's. */
#ifndef _SETJMP_H
#define _SETJMP_H

#include <features.h>

#ifdef __LP64__
typedef long __jmp_buf[8];
#else
typedef int __jmp_buf[6];
#endif

struct __jmp_buf_tag {
  __jmp_buf __jmpbuf;
  int __mask_was_saved;
  struct {
    unsigned long __val[128 / sizeof(unsigned long)];
  } __saved_mask;
};
typedef struct __jmp_buf_tag jmp_buf[1];
typedef struct __jmp_buf_tag sigjmp_buf[1];

__BEGIN_DECLS

extern int setjmp(jmp_buf __env) __attribute__((__returns_twice__));
extern int _setjmp(struct __jmp_buf_tag __env[1]) __attribute__((__returns_twice__));
extern int __sigsetjmp(struct __jmp_buf_tag __env[1], int __savemask) __attribute__((__returns_twice__));
extern void longjmp(struct __jmp_buf_tag __env[1], int __value) __attribute__((__noreturn__));
extern void _longjmp(struct __jmp_buf_tag __env[1], int __value) __attribute__((__noreturn__));
extern void siglongjmp(sigjmp_buf __env, int __value) __attribute__((__noreturn__));

__END_DECLS

#define setjmp(env) _setjmp(env)
#define sigsetjmp(env, savemask) __sigsetjmp(env, savemask)

#endif
