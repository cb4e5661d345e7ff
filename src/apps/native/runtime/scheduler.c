/* The turns: who runs, which step is due, what matches it, and how the run ends. See runtime.h. */
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

/* Steps of one line may come in another order natively: how far a match looks ahead. */
enum { LOOK_AHEAD = 6, MAX_FREE_EVENTS = 200000 };

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

static void give_turn(struct thread *to) {
  struct thread *t = ravel_self;
  if (to == t) return;
  if (t) __atomic_store_n(&t->turn, 0, __ATOMIC_RELEASE);
  __atomic_store_n(&to->turn, 1, __ATOMIC_RELEASE);
  futex(&to->turn, FUTEX_WAKE_PRIVATE, 1);
  if (t && !t->is_ended) ravel_receive_turn(t);
}

static void advance_next(struct thread *t) {
  int i = t->next;
  while (i >= 0 && i < ravel_step_count && (ravel_steps[i].thread != t->index || ravel_steps[i].is_passed)) i++;
  t->next = i < ravel_step_count ? i : -1;
}

static void note_divergence(int step) {
  if (diverged < 0) diverged = ravel_steps[step].index;
}

static int is_alive(int index) {
  return index < ravel_thread_count && !ravel_threads[index].is_ended && !ravel_threads[index].is_lost;
}

/* The step that is due, without those passed or impossible; -1: the plan is over. */
static int next_due(void) {
  for (; due < ravel_step_count; due++) {
    struct step *s = &ravel_steps[due];
    if (s->is_passed) continue;
    if (is_alive(s->thread)) return due;
    note_divergence(due);
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
  advance_next(t);
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
    int i = next_due();
    if (i < 0) ravel_is_free = 1;
    else to = &ravel_threads[ravel_steps[i].thread];
  }
  if (ravel_is_free) to = pick_free();
  if (!to) report_deadlock();
  give_turn(to);
}

void ravel_lose(void) {
  ravel_self->is_lost = 1;
  for (;;) ravel_pass_turn();
}

void ravel_wait(int (*is_ready)(void *), void *data, const char *what, const void *object) {
  struct thread *t = ravel_self;
  while (!is_ready(data)) {
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

/* ---- matching */

struct event {
  enum op op;
  char *address;
  long size;
  const char *call;
  int line, file;
};

static int is_same_kind(enum op event, int step) {
  if (event == (enum op)step) return 1;
  return event == OP_UPDATE && (step == OP_LOAD || step == OP_STORE);
}

static int is_same_line(const struct event *e, const struct step *s) {
  return e->line == s->line && (e->file < 0 || e->file == s->file);
}

static int matches(const struct event *e, const struct step *s) {
  if (e->call) return s->call && !s->continues && strcmp(e->call, s->call) == 0;
  if (s->call) return 0;
  if (s->op == OP_LOCAL || s->op == OP_ERROR) return s->line == e->line && ravel_is_at_failure(e->line);
  if (!is_same_kind(e->op, s->op)) return 0;
  if (s->op == OP_ATOMIC) return 1;
  if (s->object < 0) return is_same_line(e, s);
  const struct object *o = &ravel_objects[s->object];
  if (!o->base) return is_same_line(e, s);
  char *from = o->base + s->offset;
  return e->address < from + s->size && from < e->address + e->size;
}

static void bind(const struct event *e, const struct step *s) {
  if (s->object < 0 || e->call || !e->address || s->op > OP_FREE) return;
  struct object *o = &ravel_objects[s->object];
  if (!o->base) o->base = e->address - s->offset;
}

/* An access of the race that was made because the other depends on it. */
static struct thread made;
static int is_made;

static void describe_access(const struct thread *t, const char *verb_read, const char *verb_write, char *text, size_t room) {
  if (t->stand_address)
    snprintf(text, room, "%s %s %ld bytes in line %d", ravel_thread_name(t->index), t->stand_writes ? verb_write : verb_read, t->stand_size, t->line);
  else snprintf(text, room, "%s calls %s in line %d", ravel_thread_name(t->index), t->stand_call, t->line);
}

static void compare(const struct thread *a, const struct thread *b) {
  char first[200], second[200];
  describe_access(a, is_made ? "has read" : "is about to read", is_made ? "has written" : "is about to write", first, sizeof first);
  describe_access(b, "is about to read", "is about to write", second, sizeof second);
  int are_calls = !a->stand_address && !b->stand_address && a->stand_call && b->stand_call; /* of the library's own state */
  int meet = a->stand_address && b->stand_address && a->stand_address < b->stand_address + b->stand_size &&
             b->stand_address < a->stand_address + a->stand_size;
  if (!are_calls && !meet) ravel_missed("%s and %s: different memory", first, second);
  if (!are_calls && !a->stand_writes && !b->stand_writes) ravel_missed("%s and %s: no write", first, second);
  if (are_calls) ravel_reached("data race: %s while %s, and both use the same state of the library", first, second);
  if (is_made) ravel_reached("data race: %s; %s the same memory, and by the witness no synchronisation orders the two", first, second);
  ravel_reached("data race: %s while %s, at the same address", first, second);
}

static void compare_standing(void) {
  struct thread *a = is_made ? &made : NULL, *b = NULL;
  for (int i = 0; i < ravel_thread_count; i++)
    if (ravel_threads[i].stands >= 0) {
      if (a) b = &ravel_threads[i];
      else a = &ravel_threads[i];
    }
  if (b) compare(a, b);
}

static void note_access(struct thread *t, const struct event *e, int step) {
  t->stands = step;
  t->stand_address = e->address;
  t->stand_size = e->size;
  t->stand_writes = e->op != OP_LOAD;
  t->stand_call = e->call;
}

/* An access of the race, whose turn has come: the thread stops before it, or makes it. */
static void meet_race(const struct event *e, int step) {
  struct thread *t = ravel_self;
  note_access(t, e, step);
  if (ravel_steps[step].race == 2) {
    made = *t;
    is_made = 1;
    t->stands = -1;
    return;
  }
  compare_standing();
  for (;;) {
    int i = next_due();
    if (i < 0 || ravel_steps[i].thread == t->index)
      ravel_missed("%s stands at its access in line %d, but the other thread does not arrive", ravel_thread_name(t->index), t->line);
    give_turn(&ravel_threads[ravel_steps[i].thread]);
  }
}

/* The event of a step inside a call: the access is made by the library, at an address that only the plan tells. */
static struct event inside_call(const struct step *s, const char *name, char *address, long size) {
  const struct object *o = s->object < 0 ? NULL : &ravel_objects[s->object];
  struct event e = {s->size && s->op == OP_CALL ? OP_STORE : (enum op)s->op, address, size, name, 0, -1};
  if (!address && o && o->base) {
    e.address = o->base + s->offset;
    e.size = s->size;
  }
  e.op = s->is_read ? OP_LOAD : OP_STORE;
  return e;
}

/* Waits until step `i` of this thread is due, and takes it. */
static struct step *take(int i, const struct event *e) {
  struct thread *t = ravel_self;
  for (;;) {
    int now = ravel_is_free ? -1 : next_due();
    if (now < 0) {
      ravel_is_free = 1;
      return NULL;
    }
    if (now == i) break;
    if (ravel_steps[now].thread == t->index) { /* an earlier step of this thread that never came */
      note_divergence(now);
      ravel_steps[now].is_passed = 1;
      continue;
    }
    give_turn(&ravel_threads[ravel_steps[now].thread]);
  }
  ravel_steps[i].is_passed = 1;
  advance_next(t);
  if (ravel_steps[i].race && ravel_steps[i].op != OP_ATOMIC) meet_race(e, i);
  return &ravel_steps[i];
}

/* Steps of calls that have returned: what the model does in several steps is one natively. */
static void take_rest_of_call(void) {
  struct thread *t = ravel_self;
  while (!ravel_is_free && t->next >= 0 && ravel_steps[t->next].continues) {
    struct event e = inside_call(&ravel_steps[t->next], ravel_steps[t->next].call, NULL, 0);
    take(t->next, &e);
  }
}

/* A step of this thread that the event matches, or -1. For calls also a later one: those before it never came. */
static int find_match(const struct event *e) {
  struct thread *t = ravel_self;
  int i = t->next;
  if (matches(e, &ravel_steps[i])) return i;
  int seen = 0;
  for (int k = i + 1; k < ravel_step_count && seen < (e->call ? 1000 : LOOK_AHEAD); k++) {
    struct step *s = &ravel_steps[k];
    if (s->thread != t->index || s->is_passed) continue;
    seen++;
    if (!e->call && (s->line != ravel_steps[i].line || s->call)) return -1;
    if (matches(e, s) && (!e->call || is_same_line(e, s))) return k;
  }
  return -1;
}

/* A thread without further steps stops, until the plan is over. */
static void park(void) {
  ravel_pass_turn();
}

static void take_access(const struct event *e) {
  struct thread *t = ravel_self;
  take_rest_of_call();
  if (ravel_is_free) return;
  if (t->next < 0) {
    park();
    return;
  }
  int i = find_match(e);
  if (i < 0) return;
  int first = t->next;
  if (i != first) { /* the order within a line differs: its turn comes with the step before it */
    ravel_steps[i].is_passed = 1;
    bind(e, &ravel_steps[i]);
    return;
  }
  struct step *s = &ravel_steps[i];
  bind(e, s);
  take(i, e);
}

/* The step of a section with an access of the race, and the thread that is in it. */
static int section_race = -1;
static struct thread *section_thread;

/* The access inside a section that is the race's: to the object that the plan names. */
static int is_racing(const struct event *e) {
  const struct step *s = &ravel_steps[section_race];
  const struct object *o = s->object < 0 ? NULL : &ravel_objects[s->object];
  if (!o || !o->base) return 0;
  return e->address < o->base + s->offset + s->size && o->base + s->offset < e->address + e->size;
}

void ravel_access(enum op op, void *address, long size, void *site) {
  struct thread *t = ravel_self;
  if (!t || t->is_quiet) return;
  struct event e = {op, address, size, NULL, 0, -1};
  e.line = ravel_line_of(site, &e.file);
  t->line = e.line;
  if (ravel_is_free) {
    if (++t->free_events % MAX_FREE_EVENTS == 0 && !t->section) ravel_pass_turn();
    if (t->free_events > 50L * MAX_FREE_EVENTS) ravel_missed("%s does not come to an end in line %d", ravel_thread_name(t->index), t->line);
  } else if (t->section) {
    if (section_race >= 0 && section_thread == t && is_racing(&e)) { /* the racing access inside a section */
      int step = section_race;
      section_race = -1;
      meet_race(&e, step);
    }
  } else {
    take_access(&e);
  }
  ravel_check_memory(address, size, e.line);
}

struct step *ravel_call(const char *name, void *site) {
  struct thread *t = ravel_self;
  struct event e = {OP_CALL, NULL, 0, name, 0, -1};
  e.line = ravel_line_of(site, &e.file);
  if (e.line) t->line = e.line;
  if (ravel_is_free || t->section) return NULL;
  take_rest_of_call();
  if (ravel_is_free) return NULL;
  if (t->next < 0) {
    park();
    return NULL;
  }
  int i = find_match(&e);
  if (i < 0) return NULL;
  e = inside_call(&ravel_steps[i], name, NULL, 0);
  return take(i, &e);
}

struct step *ravel_call_on(const char *name, void *site, const void *object) {
  struct step *s = ravel_call(name, site);
  ravel_check_argument(object, ravel_self->line);
  return s;
}

/* Called by the stubs of library functions, with the registers of their arguments. */
void ravel_enter(const char *name, void *site, void *const *arguments) {
  if (!ravel_self || ravel_self->is_quiet) return;
  ravel_call(name, site);
  int has_race = 0; /* in a later part of the call: the thread stops before the whole call */
  for (int i = ravel_self->next; i >= 0 && i < ravel_step_count && !ravel_is_free; i++)
    if (ravel_steps[i].thread == ravel_self->index) {
      if (!ravel_steps[i].continues) break;
      has_race |= ravel_steps[i].race;
    }
  if (has_race) take_rest_of_call();
  for (int i = 0; i < 6; i++) ravel_check_argument(arguments[i], ravel_self->line);
}

int ravel_next_is_spurious(void) {
  take_rest_of_call();
  return !ravel_is_free && ravel_self->next >= 0 && ravel_steps[ravel_self->next].is_spurious;
}

struct step *ravel_next_part_at(const char *name, void *address, long size) {
  struct thread *t = ravel_self;
  if (ravel_is_free || t->section) return NULL;
  int i = t->next;
  if (i >= 0 && ravel_steps[i].continues && ravel_steps[i].call && strcmp(ravel_steps[i].call, name) == 0) {
    struct event e = inside_call(&ravel_steps[i], name, address, size);
    return take(i, &e);
  }
  if (i < 0) park();
  return NULL;
}

struct step *ravel_next_part(const char *name) {
  return ravel_next_part_at(name, NULL, 0);
}

void ravel_section(int delta, void *site) {
  struct thread *t = ravel_self;
  if (!t) return;
  if (delta > 0 && t->section == 0) {
    struct event e = {OP_ATOMIC, NULL, 0, NULL, 0, -1};
    e.line = ravel_line_of(site, &e.file);
    if (e.line) t->line = e.line;
    int before = t->next;
    if (!ravel_is_free) take_access(&e);
    if (before >= 0 && ravel_steps[before].is_passed && ravel_steps[before].race) {
      section_race = before;
      section_thread = t;
    }
  }
  t->section += delta;
}

void ravel_end_of_thread(void) {
  struct thread *t = ravel_self;
  int has_end = 0;
  t->section = 0;
  for (int i; !ravel_is_free && (i = t->next) >= 0;) {
    has_end |= ravel_steps[i].op == OP_END;
    if (ravel_steps[i].op != OP_END && !ravel_steps[i].continues) note_divergence(i);
    struct event e = inside_call(&ravel_steps[i], "the end", NULL, 0);
    take(i, &e);
  }
  if (!has_end && !ravel_is_free) park();
  ravel_changed();
}

void ravel_process_end(void) {
  ravel_end_of_thread();
  if (ravel_expects("deadlock")) { /* the end of the process does not save threads that wait for each other */
    ravel_self->is_ended = 1;
    ravel_is_free = 1;
    for (;;) ravel_pass_turn();
  }
  if (ravel_failure.kind[0]) ravel_missed("the process ends without the failure");
  ravel_ended("the process ends well");
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  if (number == SIGALRM) ravel_missed("the run takes too long: %s was in line %d", ravel_self ? ravel_thread_name(ravel_self->index) : "a thread", ravel_self ? ravel_self->line : 0);
  const char *what = number == SIGFPE ? "division by zero" : number == SIGABRT ? "the program aborts" : number == SIGILL ? "illegal instruction" : "crash";
  static const char *const kinds[] = {"null-dereference", "invalid-pointer", "use-after-free", "use-after-return", "use-after-scope", "out-of-bounds",
                                      "write-to-constant", "invalid-call", "invalid-argument", "division-by-zero", "invalid-thread", "double-free", "invalid-free", "unreachable"};
  int isMemory = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) isMemory |= ravel_expects(kinds[i]);
  struct thread *t = ravel_self;
  if (isMemory && t && t->index == ravel_failure.thread)
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
  alarm(10);
}
