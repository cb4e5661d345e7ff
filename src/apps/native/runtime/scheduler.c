/* The turns: who runs, which step is due, and how the run ends. See runtime.h. */
#define _GNU_SOURCE
#include "runtime.h"
#include <linux/futex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

__thread struct thread *ravel_self;
struct thread ravel_threads[MAX_THREADS];
int ravel_thread_count;
int ravel_is_free;
unsigned long ravel_progress;
static int due;            /* the step to be taken next */
static int diverged = -1;  /* the first step that did not come */

extern struct site __start_ravel_sites[], __stop_ravel_sites[];
extern struct symbol __start_ravel_symbols[] __attribute__((weak)), __stop_ravel_symbols[] __attribute__((weak));

/* ---- ends */

/* The outcome goes to the file named by RAVEL_RESULT, or as a sentence to standard error. */
static _Noreturn void end(int status, const char *word, const char *format, va_list arguments) {
  char text[1000];
  vsnprintf(text, sizeof text, format, arguments);
  const char *path = getenv("RAVEL_RESULT");
  FILE *file = path ? fopen(path, "w") : stderr;
  int step = diverged >= 0 ? diverged : due < ravel_step_count ? ravel_steps[due].index : -1;
  if (path && file) fprintf(file, "%s\n%d\n%d\n%s\n", word, step, diverged, text);
  else fprintf(stderr, "ravel: %s: %s\n", word, text);
  if (path && file) fclose(file);
  fflush(stdout);
  _exit(status);
}

void ravel_reached(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  end(1, "reached", format, arguments);
}

void ravel_ended(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  end(0, "ended", format, arguments);
}

void ravel_missed(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  end(3, "diverged", format, arguments);
}

const char *ravel_thread_name(int index) {
  static char names[4][16];
  static int turn;
  if (index == 0) return "main";
  char *name = names[turn++ & 3];
  snprintf(name, 16, "T%d", index);
  return name;
}

int ravel_expects(const char *kind) {
  return strcmp(ravel_failure.kind, kind) == 0;
}

/* Whether the calling thread stands in the line of the failure. */
int ravel_is_at_failure(int line) {
  return ravel_self && ravel_self->index == ravel_failure.thread && line == ravel_failure.line;
}

/* ---- places */

static int by_address(const void *a, const void *b) {
  const struct site *x = a, *y = b;
  return x->after < y->after ? -1 : x->after > y->after;
}

int ravel_line_of(void *site, int *file) {
  long low = 0, high = __stop_ravel_sites - __start_ravel_sites - 1;
  while (low <= high) {
    long middle = (low + high) / 2;
    struct site *s = &__start_ravel_sites[middle];
    if (s->after == site) {
      if (file) *file = s->file;
      return s->line;
    }
    if (s->after < site) low = middle + 1;
    else high = middle - 1;
  }
  if (file) *file = -1;
  return 0;
}

static void bind_symbols(void) {
  for (int i = 0; i < ravel_object_count; i++) {
    struct object *o = &ravel_objects[i];
    if (o->kind != 'g' || !*o->symbol) continue;
    struct symbol *found = NULL;
    int matches = 0;
    for (struct symbol *s = __start_ravel_symbols; s < __stop_ravel_symbols; s++) {
      /* A static variable of a function: "f.count" here, "count.0" there. */
      const char *last = strrchr(o->symbol, '.');
      const char *name = last && last[1] && !(last[1] >= '0' && last[1] <= '9') ? last + 1 : o->symbol;
      size_t length = strcspn(name, ".");
      if (s->size != o->size || strncmp(s->name, name, length) != 0) continue;
      if (s->name[length] != 0 && s->name[length] != '.') continue;
      found = s;
      matches++;
    }
    if (matches == 1) o->base = found->address;
  }
}

/* ---- turns */

static void futex(int *word, int operation, int value) {
  syscall(SYS_futex, word, operation, value, NULL, NULL, 0);
}

void ravel_receive_turn(struct thread *t) {
  while (!__atomic_load_n(&t->turn, __ATOMIC_ACQUIRE)) futex(&t->turn, FUTEX_WAIT_PRIVATE, 0);
}

void ravel_give_turn(struct thread *to) {
  struct thread *t = ravel_self;
  if (to == t) return;
  if (t) __atomic_store_n(&t->turn, 0, __ATOMIC_RELEASE);
  __atomic_store_n(&to->turn, 1, __ATOMIC_RELEASE);
  futex(&to->turn, FUTEX_WAKE_PRIVATE, 1);
  if (t && !t->is_ended) ravel_receive_turn(t);
}

void ravel_advance_next(struct thread *t) {
  int i = t->next;
  while (i >= 0 && i < ravel_step_count && (ravel_steps[i].thread != t->index || ravel_steps[i].is_passed)) i++;
  t->next = i < ravel_step_count ? i : -1;
}

/* A step that did not come. The end of a local's lifetime never does: it is no operation of the process. */
void ravel_note_divergence(int step) {
  if (diverged < 0 && ravel_steps[step].op != OP_LOCAL) diverged = ravel_steps[step].index;
}

static int is_alive(int index) {
  return index < ravel_thread_count && !ravel_threads[index].is_ended && !ravel_threads[index].is_lost;
}

/* The step that is due, without those passed or impossible; -1: the plan is over. */
int ravel_next_due(void) {
  for (; due < ravel_step_count; due++) {
    struct step *s = &ravel_steps[due];
    if (s->is_passed) continue;
    if (is_alive(s->thread)) return due;
    ravel_note_divergence(due);
    s->is_passed = 1;
  }
  return -1;
}

struct thread *ravel_new_thread(void) {
  if (ravel_thread_count == MAX_THREADS) ravel_missed("the program starts more than %d threads", MAX_THREADS);
  struct thread *t = &ravel_threads[ravel_thread_count];
  t->index = ravel_thread_count++;
  t->is_used = 1;
  t->stands = -1;
  t->next = 0;
  ravel_advance_next(t);
  return t;
}

void ravel_changed(void) {
  ravel_progress++;
}

static int is_participant(const struct thread *t) {
  for (int i = 0; i < ravel_failure.thread_count; i++)
    if (ravel_failure.threads[i] == t->index) return 1;
  return 0;
}

static int is_waiting(const struct thread *t) {
  return t->waits_for && t->waits_since == ravel_progress;
}

static _Noreturn void report_deadlock(void) {
  char text[800] = "";
  size_t length = 0;
  int waiting = 0;
  for (int i = 0; i < ravel_thread_count && length < sizeof text - 100; i++) {
    struct thread *t = &ravel_threads[i];
    if (t->is_ended || t->is_lost || !is_waiting(t)) continue;
    length += snprintf(text + length, sizeof text - length, "%s%s waits for %s in line %d", length ? ", " : "",
                       ravel_thread_name(t->index), t->waits_for, t->line);
    waiting++;
  }
  if (!waiting) ravel_missed("no thread can continue, but none waits");
  if (!ravel_expects("deadlock")) ravel_missed("the run ends in a deadlock: %s", text);
  for (int i = 0; i < ravel_failure.thread_count; i++) {
    struct thread *t = &ravel_threads[ravel_failure.threads[i]];
    if (!t->is_used || t->is_ended || !is_waiting(t)) ravel_missed("the run ends in another deadlock: %s", text);
  }
  ravel_reached("deadlock: %s", text);
}

/* Without a plan: the next thread that can do something. Those of the deadlock go first; the others may run for a while. */
static struct thread *pick_free(void) {
  int first = ravel_self ? ravel_self->index : 0;
  for (int others = 0; others < 2; others++)
    for (int k = 0; k < ravel_thread_count; k++) {
      struct thread *t = &ravel_threads[(first + k) % ravel_thread_count];
      if (t->is_ended || t->is_lost || is_waiting(t) || is_participant(t) == others) continue;
      if (others && ravel_expects("deadlock") && t->free_events > MAX_FREE_EVENTS) continue;
      return t;
    }
  return NULL;
}

void ravel_pass_turn(void) {
  struct thread *to = NULL;
  if (!ravel_is_free) {
    int i = ravel_next_due();
    if (i < 0) ravel_is_free = 1;
    else to = &ravel_threads[ravel_steps[i].thread];
  }
  if (ravel_is_free) to = pick_free();
  if (!to) report_deadlock();
  ravel_give_turn(to);
}

void ravel_lose(void) {
  ravel_self->is_lost = 1;
  for (;;) ravel_pass_turn();
}

void ravel_wait(int (*is_ready)(void *), void *data, const char *what, const void *object) {
  struct thread *t = ravel_self;
  while (!is_ready(data)) {
    if (!ravel_is_free && t->next < 0) { /* the plan leaves the thread waiting here */
      t->waits_for = what;
      t->waits_at = object;
      t->waits_since = ravel_progress;
      ravel_pass_turn();
      continue;
    }
    if (!ravel_is_free) {
      if (diverged < 0 && due < ravel_step_count) diverged = ravel_steps[due].index;
      ravel_is_free = 1;
    }
    t->waits_for = what;
    t->waits_at = object;
    t->waits_since = ravel_progress;
    ravel_pass_turn();
  }
  t->waits_for = NULL;
  ravel_changed();
}

void ravel_process_end(void) {
  ravel_end_of_thread();
  if (ravel_expects("deadlock")) { /* the end of the process does not save threads that wait for each other */
    ravel_self->is_ended = 1;
    ravel_pass_turn();
    for (;;) pause();
  }
  if (ravel_failure.kind[0]) ravel_missed("the process ends without the failure");
  ravel_ended("the process ends well");
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  if (number == SIGALRM) ravel_missed("the run takes too long: %s was in line %d", ravel_self ? ravel_thread_name(ravel_self->index) : "a thread", ravel_self ? ravel_self->line : 0);
  static const char *const kinds[] = {"null-dereference", "invalid-pointer", "use-after-free", "use-after-return", "use-after-scope",
                                      "out-of-bounds", "write-to-constant", "invalid-call", "invalid-argument", "unreachable"};
  const char *what = number == SIGFPE ? "division by zero" : number == SIGABRT ? "the program aborts" : number == SIGILL ? "illegal instruction" : "crash";
  int is_expected = number == SIGFPE && ravel_expects("division-by-zero");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) is_expected |= number != SIGFPE && number != SIGABRT && ravel_expects(kinds[i]);
  struct thread *t = ravel_self;
  if (is_expected && t && ravel_is_at_failure(t->line))
    ravel_reached("%s in %s, line %d, address %p: %s", what, ravel_thread_name(t->index), t->line, info->si_addr, ravel_failure.message);
  ravel_missed("%s in %s, line %d", what, t ? ravel_thread_name(t->index) : "a thread", t ? t->line : 0);
}

/* Called by main before anything else. */
void ravel_start(void) {
  qsort(__start_ravel_sites, __stop_ravel_sites - __start_ravel_sites, sizeof(struct site), by_address);
  bind_symbols();
  struct thread *t = ravel_new_thread();
  t->handle = pthread_self();
  t->turn = 1;
  ravel_self = t;
  static char stack[64 * 1024];
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternative, NULL);
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
  int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, NULL);
  alarm(20);
}
