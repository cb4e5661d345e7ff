/* Threads: the start of the program, creation, the end of a thread and of main.
 *
 * A thread's life is: a first section in which it reads what to run, the start routine, a section in which it publishes its
 * result and is finished, thread exit. pthread_t is the address of the control block; main's is static. Control blocks form a tree
 * by creation, so that finished threads need no common counter (which would make all of them depend on each other):
 * pthread_exit in main waits for the tree, thread by thread.
 */
#define _GNU_SOURCE
#include "objects.h"

extern int main(int argc, char **argv, char **envp);
extern int raise(int signal);

enum { DEFAULT_STACK = 8 << 20, PAGE = 4096 };

struct thread __rvl_main_thread = {.magic = THREAD_MAGIC, .stack_size = DEFAULT_STACK, .guard_size = PAGE};
_Thread_local void (*__rvl_run_destructors)(void);

enum { MOST_ARGUMENTS = 3, ARGUMENT_LENGTH = 3 };

/* The characters of a command-line argument, up to the first zero: a literal for each argument, by which reports name it. */
#define ARGUMENT(number)                                                              \
  static char *argument_##number(char *to) {                                          \
    for (int at = 0; at < ARGUMENT_LENGTH; at++)                                       \
      if (!(to[at] = (char)__rvl_input_from(8, 0, 127, "argv[" #number "]"))) break;   \
    return to;                                                                        \
  }
ARGUMENT(1)
ARGUMENT(2)
ARGUMENT(3)

/* The command line is an input if main uses it: up to three short arguments. */
void __rvl_start(void) {
  static char name[] = "program", arguments[MOST_ARGUMENTS][ARGUMENT_LENGTH + 1];
  static char *argv[MOST_ARGUMENTS + 2] = {name};
  static char *envp[] = {0};
  int argc = 1;
  if (__rvl_main_uses_arguments()) {
    __rvl_atomic_begin();
    argc = (int)__rvl_input_from(32, 1, 1 + MOST_ARGUMENTS, "argc");
    if (argc > 1) argv[1] = argument_1(arguments[0]);
    if (argc > 2) argv[2] = argument_2(arguments[1]);
    if (argc > 3) argv[3] = argument_3(arguments[2]);
    __rvl_atomic_end();
  }
  __rvl_constructors(argc, argv, envp);
  __rvl_exit(main(argc, argv, envp));
}

static void begin(void *self) {
  struct thread *thread = self;
  __rvl_atomic_begin();
  void *(*start)(void *) = (void *(*)(void *))thread->start;
  void *argument = thread->argument;
  thread->argument = 0; /* from now on only the start routine has it: if it loses the pointer, that is a leak */
  __rvl_acquire(thread, EDGE_START);
  __rvl_thread_label((void *)start);
  __rvl_atomic_end();
  __rvl_thread_unwind(start(argument));
}

/* The caller's variable is written by a plain access of the caller: in the step that starts the thread, before the start (`ordered`, as C11
 * requires), or in a separate step after it, since POSIX does not let a thread rely on the variable. */
int __rvl_thread_create(pthread_t *id, const pthread_attr_t *attr, void (*entry)(void *), void (*start)(void), void *argument, int ordered) {
  const struct attributes *a = (const struct attributes *)attr;
  int detached = a && a->detached;
  size_t stack_size = a && a->stack_size ? a->stack_size : DEFAULT_STACK, guard_size = a ? a->guard_size : PAGE;
  struct thread *parent = current_thread();
  pthread_t created = 0;
  int error = 0;
  __rvl_atomic_begin();
  if (__rvl_option(RVL_ALLOCATION_MAY_FAIL) && __rvl_choose(2, "thread creation fails")) {
    error = EAGAIN;
  } else {
    struct thread *thread = __rvl_allocate(sizeof *thread, _Alignof(struct thread), 1);
    __rvl_clear(thread, sizeof *thread);
    thread->magic = THREAD_MAGIC;
    thread->joiner = detached ? thread : 0;
    thread->start = start;
    thread->argument = argument;
    thread->sibling = parent->children;
    thread->stack_size = stack_size;
    thread->guard_size = guard_size;
    parent->children = thread;
    created = (pthread_t)thread;
    if (ordered) {
      __rvl_access_as(RVL_PLAIN, 0);
      *id = created;
      __rvl_access_as(RVL_LIBRARY, 0);
    }
    __rvl_release(thread, EDGE_START);
    thread->slot = __rvl_thread_start(entry, thread);
  }
  __rvl_atomic_end();
  if (!error && !ordered) *id = created;
  return error;
}

/* Allocates a control block and starts the thread in one step, then writes the block's address to *thread; EAGAIN by choice with --allocation-may-fail. */
int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr, void *(*start)(void *), void *restrict argument) {
  return __rvl_thread_create(thread, attr, begin, (void (*)(void))start, argument, 0);
}

/* Waits for the descendants of a finished thread, which create no more children once they have finished themselves. */
static void await_descendants(struct thread *of) {
  __rvl_atomic_begin();
  struct thread *child = of->children;
  __rvl_atomic_end();
  while (child) {
    __rvl_atomic_begin();
    __rvl_waits_for(child->slot);
    __rvl_block_until(child->finished, "thread", child);
    __rvl_acquire(child, EDGE_END);
    struct thread *next = child->sibling;
    int is_leaf = !child->children;
    __rvl_atomic_end();
    if (!is_leaf) await_descendants(child);
    child = next;
  }
}

_Noreturn void __rvl_thread_finish(void *result) {
  struct thread *self = current_thread();
  if (__rvl_run_destructors) __rvl_run_destructors();
  __rvl_atomic_begin();
  self->result = result;
  self->finished = 1;
  if (self == &__rvl_main_thread) __rvl_end_locals(); /* those of other threads end with the thread */
  __rvl_release(self, EDGE_END);
  __rvl_atomic_end();
  if (self == &__rvl_main_thread) {
    await_descendants(self);
    __rvl_exit(0);
  }
  __rvl_thread_exit();
}

/* Runs cleanup handlers and key destructors, publishes the result and ends the thread; main, whose locals have ended then, waits for all others and exits with 0. */
_Noreturn void pthread_exit(void *result) {
  __rvl_thread_unwind(result);
}

/* The address of the calling thread's control block. */
pthread_t pthread_self(void) {
  return (pthread_t)current_thread();
}

/* Compares the two identifiers. */
int pthread_equal(pthread_t left, pthread_t right) {
  return left == right;
}

/* Remembers nothing, since fork is not modelled; 0. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
  (void)prepare, (void)parent, (void)child;
  return 0;
}

/* Signal 0 only checks the thread (finished but not joined is fine); to oneself as raise; a signal to another thread is not modelled. */
int pthread_kill(pthread_t id, int signal) {
  if (signal < 0 || signal > 64) return EINVAL;
  __rvl_atomic_begin();
  int is_self = __rvl_thread_of(id) == current_thread();
  __rvl_atomic_end();
  if (signal && !is_self) __rvl_unsupported("pthread_kill of another thread");
  return signal ? raise(signal) : 0;
}

/* Names the thread, for pthread_getname_np only; ERANGE for 16 characters and more. */
int pthread_setname_np(pthread_t id, const char *name) {
  char copy[sizeof __rvl_main_thread.name];
  unsigned length = 0;
  while (length < sizeof copy && (copy[length] = name[length])) length++;
  if (length == sizeof copy) return ERANGE;
  __rvl_atomic_begin();
  struct thread *thread = __rvl_thread_of(id);
  for (unsigned i = 0; i <= length; i++) thread->name[i] = copy[i];
  __rvl_atomic_end();
  return 0;
}

/* The name given by pthread_setname_np, else "program"; ERANGE for a buffer below 16 bytes. */
int pthread_getname_np(pthread_t id, char *buffer, size_t size) {
  char copy[sizeof __rvl_main_thread.name] = "program";
  if (size < sizeof copy) return ERANGE;
  __rvl_atomic_begin();
  struct thread *thread = __rvl_thread_of(id);
  for (unsigned i = 0; thread->name[0] && i < sizeof copy; i++) copy[i] = thread->name[i];
  __rvl_atomic_end();
  for (unsigned i = 0; i < sizeof copy && (buffer[i] = copy[i]); i++);
  return 0;
}

/* The attributes the thread was created with; the stack has no address. */
int pthread_getattr_np(pthread_t id, pthread_attr_t *attr) {
  __rvl_atomic_begin();
  struct thread *thread = __rvl_thread_of(id);
  int detached = thread->joiner == thread;
  size_t stack_size = thread->stack_size, guard_size = thread->guard_size;
  __rvl_atomic_end();
  *(struct attributes *)attr = (struct attributes){.detached = detached, .stack_size = stack_size, .guard_size = guard_size};
  return 0;
}
