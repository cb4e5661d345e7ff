/* The end of the process, and other processes, which are not modelled. Other threads continue until the process has ended. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdlib.h>
#include <unistd.h>

void (*__rvl_exit_handlers)(int status);

_Noreturn void __rvl_exit(int status) {
  __rvl_atomic_begin();
  void (*handlers)(int) = __rvl_exit_handlers;
  __rvl_atomic_end();
  if (handlers) handlers(status);
  __rvl_destructors();
  __rvl_process_end(status & 255, 0);
}

/* Runs the handlers of atexit, last registered first, then functions marked destructor, and ends the process. */
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

void (*__rvl_abort_handler)(void);

/* Runs the handler of SIGABRT, if there is one, then ends the process as by that signal. */
void abort(void) {
  __rvl_atomic_begin();
  void (*handler)(void) = __rvl_abort_handler;
  __rvl_atomic_end();
  if (handler) handler();
  __rvl_process_end(134, 1);
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
