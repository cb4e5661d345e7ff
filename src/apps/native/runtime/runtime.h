/* The scheduler of a native replay: what its parts share.
 *
 * One thread of the process runs at a time: the one that has the turn. At every instrumented access and every wrapped call a thread
 * compares what it is about to do with its next step of the plan. If they match, it waits until the steps before that one were taken. What
 * matches no step (private memory, calls that the executor does not count) passes.
 */
#ifndef RAVEL_NATIVE_RUNTIME_H
#define RAVEL_NATIVE_RUNTIME_H

#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum op { OP_LOAD, OP_STORE, OP_UPDATE, OP_FREE, OP_FENCE, OP_CALL, OP_ATOMIC, OP_ERROR, OP_END, OP_LOCAL };

struct step {
  int thread, index, op, file, line;
  const char *call;
  int continues, is_spurious, choice;
  int object;
  long offset, size;
  int is_read; /* of an access in a call */
  int race; /* 1: its thread stops before this access of the race; 2: it is made, and the other is compared with it */
  /* Set at run time. */
  int is_passed; /* taken, or given up */
};

/* kind: g(lobal), t(hread-local), s(tack), h(eap), i(nternal). */
struct object {
  char kind;
  const char *symbol;
  long size;
  /* Set at run time. */
  char *base; /* null: not known yet */
};

struct allocation {
  int thread, object;
  long size;
  int in_place_of;
  unsigned long address; /* 0: any */
  int fails, is_used;
};

/* What a block holds before it is written. */
struct unwritten {
  int object;
  long offset, size;
  unsigned long long value;
};

struct input {
  int thread;
  const char *what;
  unsigned long long value;
  int is_used;
};

#define NO_OFFSET LONG_MIN

struct failure {
  const char *kind, *message;
  int thread, file, line, object;
  long offset; /* or NO_OFFSET: not an access to a known object */
  const int *threads;
  int thread_count;
};

/* The plan, generated. */
extern struct step ravel_steps[];
extern const int ravel_step_count;
extern struct object ravel_objects[];
extern const int ravel_object_count;
extern struct allocation ravel_allocations[];
extern const int ravel_allocation_count;
extern struct unwritten ravel_unwrittens[];
extern const int ravel_unwritten_count;
extern struct input ravel_inputs[];
extern const int ravel_input_count;
extern const struct failure ravel_failure;
extern const int ravel_fill;
extern const int ravel_is_descending; /* later blocks of the heap have lower addresses */
extern const char *const ravel_files[];

/* Call sites and data objects, from the assembly of the program. */
struct site {
  void *after; /* return address */
  int file, line;
};
struct symbol {
  char *address;
  long size;
  const char *name;
};

/* MAX_FREE_EVENTS: accesses of a thread without a plan before another gets the turn. */
enum { MAX_THREADS = 512, MAX_KEYS = 256, MAX_FREE_EVENTS = 200000, MAX_READ_LOCKS = 32 };

struct thread {
  int index;
  pthread_t handle;
  int is_used, is_ended, is_exiting, is_joined, is_detached, is_claimed;
  int turn;      /* futex: it has the turn */
  int next;      /* its next step in the plan, or -1 */
  int section;   /* depth of atomic sections */
  int is_quiet;  /* inside the runtime */
  int stands;    /* the step of a race at which it stopped, or -1 */
  char *stand_address;
  long stand_size;
  int stand_writes;
  const char *stand_call;
  int is_lost; /* stopped by a false assumption */
  /* A wait without an end in the plan. */
  const char *waits_for;
  const void *waits_at;
  unsigned long waits_since; /* `ravel_progress` when the wait was tried last */
  const void *condition;     /* the condition variable it waits for */
  int is_woken;
  int line;                  /* of its last event */
  long free_events;
  void *(*routine)(void *);
  int (*routine11)(void *);
  void *argument, *result;
  const void *values[MAX_KEYS];
  const void *read_locks[MAX_READ_LOCKS]; /* read-write locks that it holds for reading */
};

extern __thread struct thread *ravel_self;
extern struct thread ravel_threads[MAX_THREADS];
extern int ravel_thread_count;
extern int ravel_is_free; /* the plan is over or was left: threads run until they wait */
extern unsigned long ravel_progress;

/* Ends the process with the outcome: the failure was reached, or the run ended otherwise. */
_Noreturn void ravel_reached(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void ravel_ended(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void ravel_missed(const char *format, ...) __attribute__((format(printf, 1, 2)));

int ravel_line_of(void *site, int *file);
const char *ravel_thread_name(int index);
int ravel_expects(const char *kind);
int ravel_is_at_failure(int line);

/* Arrivals. `call` waits for its step and returns it, or null if there is none (then the operation is done at once). */
void ravel_access(enum op op, void *address, long size, void *site);
struct step *ravel_call(const char *name, void *site);
/* The same, of a call on an object that the caller names: it may be the failing access. */
struct step *ravel_call_on(const char *name, void *site, const void *object);
/* Whether the plan lets this thread's next step fail without a reason. */
int ravel_next_is_spurious(void);
/* The next step of the same call: waits for it. Null: the plan has none. */
struct step *ravel_next_part(const char *name);
/* The same, if that step accesses memory of the caller. */
struct step *ravel_next_part_at(const char *name, void *address, long size);
void ravel_begin_end(void);
void ravel_end_of_thread(void);

/* Gives the turn away until `is_ready`. In a plan, waiting means that the run diverges. */
void ravel_wait(int (*is_ready)(void *), void *data, const char *what, const void *object);
/* Something was done that may end waits. */
void ravel_changed(void);
/* The calling thread never runs again. */
_Noreturn void ravel_lose(void);
void ravel_section(int delta, void *site);

/* Turns. The step that is due, without those passed or impossible; -1: the plan is over. */
int ravel_next_due(void);
void ravel_give_turn(struct thread *to);
/* Moves `next` of the thread to its first step that was not passed. */
void ravel_advance_next(struct thread *t);
void ravel_note_divergence(int step);
struct thread *ravel_new_thread(void);
void ravel_receive_turn(struct thread *t);
void ravel_pass_turn(void);
void ravel_start(void);
void ravel_process_end(void);

/* Memory. */
unsigned long long ravel_input(const char *what);
int ravel_next_input(const char *what, unsigned long long *value);
int ravel_call_fails(const char *name);
struct block *ravel_block_at(const void *address);
void ravel_check_memory(const void *address, long size, int line);
void ravel_check_argument(const void *address, int line);
void ravel_run_destructors(void);

int ravel_program_main(int, char **, char **);

#define SITE __builtin_return_address(0)
#endif
