/* Exit handlers: they run one by one in the thread that calls exit, last registered first, as ordinary calls; the tables are accessed in
 * sections only. What its thread did before it registered a handler happens before the handler. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdlib.h>

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

static void run_at_exit(int status);

static int add(struct handlers *handlers, struct handler handler) {
  __rvl_atomic_begin();
  __rvl_exit_handlers = run_at_exit;
  int full = handlers->count == HANDLERS;
  if (!full) {
    handlers->list[handlers->count] = handler;
    __rvl_release(&handlers->list[handlers->count], 0);
    handlers->count++;
  }
  __rvl_atomic_end();
  if (full) __rvl_unsupported("more than 64 exit handlers");
  return 0;
}

static void run(struct handlers *handlers, int status) {
  for (;;) {
    struct handler next = {PLAIN, NULL, NULL};
    __rvl_atomic_begin();
    if (handlers->count > 0) {
      next = handlers->list[--handlers->count];
      __rvl_acquire(&handlers->list[handlers->count], 0);
    }
    __rvl_atomic_end();
    if (!next.function) return;
    switch (next.kind) {
      case PLAIN: next.function(); break;
      case WITH_ARGUMENT: ((void (*)(void *))next.function)(next.argument); break;
      case WITH_STATUS: ((void (*)(int, void *))next.function)(status, next.argument); break;
    }
  }
}

static void run_at_exit(int status) {
  run(&at_exit, status);
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
