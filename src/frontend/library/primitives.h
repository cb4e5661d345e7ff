/* The primitives that library models are written with. Each is one operation of a `Program` (src/program/operations.ts);
 * nothing else in the library is special to an engine.
 *
 * Rules for models
 * - One call of a synchronisation function is one step: exactly one atomic section (two for a condition wait, a
 *   barrier, …), and no access to shared memory outside it. A section is enabled iff it can run to its end without a
 *   false __rvl_block_until; otherwise its thread waits at the start of the section. Sections nest.
 * - Accesses inside a section of the library are atomic but order nothing, not even by fences; happens-before edges are
 *   stated with __rvl_acquire and __rvl_release. Accesses outside sections (memcpy, strlen …) are ordinary accesses of the
 *   calling thread: they interleave and they race. Therefore memory of the caller (names, times, attributes, results) is read
 *   and written outside sections, through locals. An access inside a section on behalf of the caller is marked by __rvl_access_as.
 * - All-zero bytes are a default-initialised object. The state fits into glibc's size of the object.
 * - Static variables of the library are invisible to race detection but are shared: access them in sections only. Those marked
 *   RVL_CALLERS (internal.h) belong to the callers: they are accessed outside sections, and race.
 *   _Thread_local variables and locals are private: never pass the address of a local to another thread.
 */
#ifndef RAVEL_PRIMITIVES_H
#define RAVEL_PRIMITIVES_H

typedef __SIZE_TYPE__ __rvl_size;

/* Steps. */
void __rvl_atomic_begin(void);
void __rvl_atomic_end(void);
/* Blocks until `condition` is true: only inside a section (the section is retried as a whole). `why` is a literal such
 * as "mutex", "thread", "condition variable"; `object` is what the thread waits for, shown in deadlock reports. */
void __rvl_block_until(int condition, const char *why, const void *object);
/* Called before __rvl_block_until: if that blocks, the wait cannot end before the thread of this slot has acted, whatever the others do. For
 * locks, which only their owner releases, and for the end of a thread; not for what any thread may do (a post, a signal). -1: no thread. */
void __rvl_waits_for(int slot);
/* Happens-before: release publishes this thread's past under (object, index) and keeps what was published there before; acquire
 * orders everything published there before what this thread does next. A release comes after the section's accesses to the object,
 * since a thread that acquires may free it. */
void __rvl_acquire(const void *object, int index);
void __rvl_release(const void *object, int index);
/* The following accesses in this section count as the caller's: plain, atomic with C11's `order` (a number of __ATOMIC_…), or atomic and
 * part of one read-modify-write, whose write continues a release sequence. RVL_LIBRARY: they count as the library's again. */
enum { RVL_LIBRARY, RVL_PLAIN, RVL_ATOMIC, RVL_UPDATE };
void __rvl_access_as(int how, int order);
/* Marks ownership for reports ("locks held") and for engines that encode lock sections directly. `mode`: 1 exclusive, 2 shared. */
void __rvl_lock_taken(const void *object, int mode);
void __rvl_lock_dropped(const void *object, int mode);

/* Choices. `choose` is the scheduler's (explored: which waiter, a timeout), 0 … count-1; count >= 1. `what` is a literal. */
int __rvl_choose(int count, const char *what);
/* A value from the environment, `bits` wide (1 … 64), zero-extended. `what` is a literal naming the source ("rand", "nondet_int"). */
unsigned long long __rvl_input(int bits, const char *what);
/* An input between `first` and `last`, both included. `first` is the ordinary value and is tried first. If both are equal, there is no
 * input. */
unsigned long long __rvl_input_from(int bits, unsigned long long first, unsigned long long last, const char *what);
/* Stops this thread if the condition is false; the others continue. */
void __rvl_assume(int condition);

/* Memory. kind 0: heap (malloc); 1: internal to the library (no leak, hidden); 2: internal and of this thread only (accesses are not steps);
 * 4: heap, for what another function of the library takes back (a directory stream). Contents are uninitialised. Never fails. */
void *__rvl_allocate(__rvl_size size, __rvl_size align, int kind);
/* Ends the object's lifetime. Reports invalid and double free itself; null must be filtered by the caller. */
void __rvl_deallocate(void *start);
/* The requested size of the heap object that starts here (invalid pointers are reported as by deallocate). */
__rvl_size __rvl_object_size(const void *start);
/* One ranged read followed by one ranged write (two steps), for long blocks, which may overlap. */
void __rvl_copy(void *to, const void *from, __rvl_size size);
void __rvl_fill(void *to, int byte, __rvl_size size);
/* Sets the bytes to zero without being an access (calloc). Only on an object that no other thread can access. */
void __rvl_clear(void *to, __rvl_size size);

/* Threads. The new thread runs entry(self), and __rvl_self() in it returns that `self`; in the main thread it returns 0.
 * Returns the new thread's slot: a small number, 0 for main, the same in every interleaving. */
int __rvl_thread_start(void (*entry)(void *), void *self);
void *__rvl_self(void);
int __rvl_slot(void);
_Noreturn void __rvl_thread_exit(void);
/* Ends the lifetimes of the locals in all frames of this thread, to which control does not return. Only inside a section, for main after
 * pthread_exit. */
void __rvl_end_locals(void);
/* The name of the function the thread runs, for reports. */
void __rvl_thread_label(void *function);

/* Ends. kind 0: exit or return from main; 1: abort or another signal. */
_Noreturn void __rvl_process_end(int status, int kind);
/* Whether the program's main uses its parameters. Known at link time. */
int __rvl_main_uses_arguments(void);
/* Calls the program's functions marked constructor (with the arguments of main) or destructor, in order. */
void __rvl_constructors(int argc, char **argv, char **envp);
void __rvl_destructors(void);
/* A violation at the calling user line; the process ends. */
enum {
  RVL_ASSERTION = 1,      /* property assert */
  RVL_SELF_DEADLOCK,      /* deadlock */
  RVL_UNLOCK_NOT_HELD,    /* deadlock: lock misuse */
  RVL_DESTROY_BUSY,       /* deadlock: lock misuse */
  RVL_INVALID_SYNC,       /* deadlock: any other misuse of a synchronisation object that POSIX leaves undefined */
  RVL_INVALID_THREAD,     /* memory: join or detach of a thread whose lifetime has ended */
  RVL_INVALID_ARGUMENT,   /* memory: a library call whose behaviour is undefined (overlapping memcpy, bad base …) */
};
_Noreturn void __rvl_error(int kind, const char *message);
/* Valid C that is not modelled: the run ends and the verdict is unknown, naming `what`. */
_Noreturn void __rvl_unsupported(const char *what);

/* Environment. */
/* The first two are freedoms of the environment (execution/freedoms.ts): ask just before the choice that exercises one. The last three are about
 * the engine: whether a spurious wake-up would lead back to this wait (execution/futile-wakes.ts); whether runs consist of steps (not in the
 * staged engine); whether wake-ups order although they might be spurious (only to find out what a race depends on). */
enum { RVL_SPURIOUS = 1, RVL_SHORT_IO, RVL_ALLOCATION_MAY_FAIL, RVL_WAKES_IN_VAIN = 16, RVL_STEPWISE, RVL_WAKES_ORDER };
int __rvl_option(int which);
/* Bytes written to file descriptor 1 or 2: captured and shown, not a step. Reads the bytes without being an access:
 * pass only buffers private to the library, or read user memory first by ordinary accesses. */
void __rvl_output(int fd, const char *bytes, __rvl_size size);
/* printf's conversion of one number: writes at most `room` bytes (no NUL) and returns the full length. `conversion` is one of
 * d u o x X c-style integer letters, or e E f F g G a A with the bits of a double in `bits`. flags: 1 '-', 2 '+', 4 ' ', 8 '#', 16 '0'.
 * precision -1: none. Integers are passed zero-extended from `width_bits`. The buffer is the library's own. */
int __rvl_format_number(char *buffer, int room, int conversion, int flags, int width, int precision, int width_bits, unsigned long long bits);
/* strtod on a library-private copy of the text: returns the double's bits; stores the number of bytes consumed. */
unsigned long long __rvl_parse_double(const char *text, int *consumed);
/* One-argument and two-argument <math.h> functions, by name literal ("sin", "pow"): bits in, bits out. */
unsigned long long __rvl_math(const char *name, unsigned long long x, unsigned long long y);

/* setjmp/longjmp: the buffer's first 16 bytes hold a token. setjmp itself is compiled in place (it returns twice). */
_Noreturn void __rvl_longjmp(void *buffer, int value);

#endif
