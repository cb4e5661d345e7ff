// What glibc's pthread_cleanup_push and pthread_cleanup_pop are in text that went through the preprocessor: jump buffers that
// are registered, jumped to when the thread ends, and passed on.
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

struct unwind_buffer {
  struct {
    __jmp_buf jump;
    int mask_was_saved;
  } cancel[1];
  void *pad[4];
} __attribute__((aligned));

#ifdef __i386__
#define FAST __attribute__((regparm(1)))
#else
#define FAST
#endif
#define CALL(name, label) extern void FAST name(struct unwind_buffer *) __asm__(label)
CALL(enter, "__pthread_register_cancel");
CALL(leave, "__pthread_unregister_cancel");
CALL(enter_deferred, "__pthread_register_cancel_defer");
CALL(leave_deferred, "__pthread_unregister_cancel_restore");
CALL(go_on, "__pthread_unwind_next") __attribute__((noreturn));
extern int __sigsetjmp(struct __jmp_buf_tag *, int) __attribute__((returns_twice));

static void say(void *what) { printf("%s\n", (char *)what); }

#define PUSH(number, text, registering)                                          \
  struct unwind_buffer buffer##number;                                           \
  if (__sigsetjmp((struct __jmp_buf_tag *)(void *)buffer##number.cancel, 0)) {   \
    say(text);                                                                   \
    go_on(&buffer##number);                                                      \
  }                                                                              \
  registering(&buffer##number)

static void *leaves(void *arg) {
  PUSH(1, "outer", enter);
  PUSH(2, "inner", enter);
  PUSH(3, "popped", enter);
  leave(&buffer3);
  if (arg) pthread_exit("left");
  return NULL;
}

/* A cancelled thread of asynchronous type: deferred while the handler is registered, at once when the type is restored. */
static void *cancelled(void *arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  PUSH(1, "never", enter_deferred);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
  printf("deferred %d\n", old == PTHREAD_CANCEL_DEFERRED);
  leave_deferred(&buffer1);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
  printf("asynchronous %d\n", old == PTHREAD_CANCEL_ASYNCHRONOUS);
  PUSH(2, "deferring handler", enter_deferred);
  pthread_exit("ended");
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, leaves, "x");
  pthread_join(thread, &result);
  printf("%s\n", (char *)result);
  pthread_create(&thread, NULL, cancelled, NULL);
  pthread_join(thread, &result);
  printf("%s\n", (char *)result);
  return 0;
}
