/* The ends of the process. Handlers of atexit run one by one in the thread that calls exit, last registered first, as ordinary
 * calls; the table of handlers is touched in sections only. Other threads run on until the process has ended. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdlib.h>
#include <unistd.h>

enum { HANDLERS = 64 };
enum kind { PLAIN, WITH_ARGUMENT, WITH_STATUS };

struct handler {
  enum kind kind;
  void (*function)(void);
  void *argument;
};
struct handlers {
  int count;
  struct handler list[HANDLERS];
};
static struct handlers at_exit, at_quick;

static int add(struct handlers *handlers, struct handler handler) {
  __rvl_atomic_begin();
  int full = handlers->count == HANDLERS;
  if (!full) handlers->list[handlers->count++] = handler;
  __rvl_atomic_end();
  if (full) __rvl_unsupported("more than 64 exit handlers");
  return 0;
}

static void run(struct handlers *handlers, int status) {
  for (;;) {
    struct handler next = {PLAIN, NULL, NULL};
    __rvl_atomic_begin();
    if (handlers->count > 0) next = handlers->list[--handlers->count];
    __rvl_atomic_end();
    if (!next.function) return;
    switch (next.kind) {
      case PLAIN: next.function(); break;
      case WITH_ARGUMENT: ((void (*)(void *))next.function)(next.argument); break;
      case WITH_STATUS: ((void (*)(int, void *))next.function)(status, next.argument); break;
    }
  }
}

_Noreturn void __rvl_exit(int status) {
  run(&at_exit, status);
  __rvl_process_end(status & 255, 0);
}

/* Runs the handlers of atexit, last registered first, and ends the process. */
void exit(int status) {
  __rvl_exit(status);
}

/* Ends the process at once. */
void _exit(int status) {
  __rvl_process_end(status & 255, 0);
}

/* As _exit. */
void _Exit(int status) {
  __rvl_process_end(status & 255, 0);
}

/* Ends the process as by SIGABRT; a handler of that signal is not called. */
void abort(void) {
  __rvl_process_end(134, 1);
}

/* Runs the handlers of at_quick_exit and ends the process. */
void quick_exit(int status) {
  run(&at_quick, status);
  __rvl_process_end(status & 255, 0);
}

/* Registers a handler in one step; up to 64. */
int atexit(void (*function)(void)) {
  return add(&at_exit, (struct handler){PLAIN, function, NULL});
}

/* As atexit, for quick_exit. */
int at_quick_exit(void (*function)(void)) {
  return add(&at_quick, (struct handler){PLAIN, function, NULL});
}

/* As atexit, with the status and an argument. */
int on_exit(void (*function)(int, void *), void *argument) {
  return add(&at_exit, (struct handler){WITH_STATUS, (void (*)(void))function, argument});
}

/* As atexit, with an argument. */
int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
  (void)library;
  return add(&at_exit, (struct handler){WITH_ARGUMENT, (void (*)(void))function, argument});
}

/* Not modelled. */
int system(const char *command) {
  (void)command;
  __rvl_unsupported("system");
}

/* Not modelled. */
void *popen(const char *command, const char *mode) {
  (void)command, (void)mode;
  __rvl_unsupported("popen");
}

/* Not modelled. */
int pclose(void *stream) {
  (void)stream;
  __rvl_unsupported("pclose");
}

/* Not modelled. */
pid_t fork(void) {
  __rvl_unsupported("fork");
}

/* Not modelled. */
pid_t vfork(void) {
  __rvl_unsupported("vfork");
}

/* Not modelled. */
int execv(const char *path, char *const arguments[]) {
  (void)path, (void)arguments;
  __rvl_unsupported("execv");
}

/* Not modelled. */
int execvp(const char *path, char *const arguments[]) {
  (void)path, (void)arguments;
  __rvl_unsupported("execvp");
}

/* Not modelled. */
int execve(const char *path, char *const arguments[], char *const environment[]) {
  (void)path, (void)arguments, (void)environment;
  __rvl_unsupported("execve");
}

/* Not modelled. */
int execl(const char *path, const char *argument, ...) {
  (void)path, (void)argument;
  __rvl_unsupported("execl");
}

/* Not modelled. */
int execlp(const char *path, const char *argument, ...) {
  (void)path, (void)argument;
  __rvl_unsupported("execlp");
}

/* Not modelled. */
pid_t wait(int *status) {
  (void)status;
  __rvl_unsupported("wait");
}

/* Not modelled. */
pid_t waitpid(pid_t child, int *status, int options) {
  (void)child, (void)status, (void)options;
  __rvl_unsupported("waitpid");
}
