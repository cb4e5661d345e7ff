/* What a thread is about to do, compared with its next step of the plan; and where the accesses of a race meet. See runtime.h. */
#include "runtime.h"
#include <stdio.h>
#include <string.h>

/* How far a match looks ahead, in steps of its thread. */
enum { LOOK_AHEAD = 6 };

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

/* The same access if it writes: what it wrote is held back, so that no other thread sees it until the other access of the race comes. */
static struct {
  enum { NOT_HELD, IS_MADE, IS_HELD } state;
  struct thread *thread;
  char *address;
  long size;
  char old[64], new[64];
} held;

/* Before anything else that the thread does: its write is made, and is taken back. */
static void hold_back(void) {
  if (held.state != IS_MADE || held.thread != ravel_self) return;
  memcpy(held.new, held.address, (size_t)held.size);
  memcpy(held.address, held.old, (size_t)held.size);
  held.state = IS_HELD;
}

/* Before an access: what is held back there takes effect. */
static void let_go(const char *address, long size) {
  if (held.state != IS_HELD || address >= held.address + held.size || held.address >= address + size) return;
  memcpy(held.address, held.new, (size_t)held.size);
  held.state = NOT_HELD;
}

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
  if (held.state == IS_HELD)
    ravel_reached("data race: %s, which no other thread has seen yet, while %s, at the same address; no synchronisation orders the two", first, second);
  if (is_made) ravel_reached("data race: %s; %s, in the same memory, and by the witness no synchronisation orders the two", first, second);
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
    if (e->op != OP_LOAD && e->address && !e->call && e->size <= (long)sizeof held.old) {
      held.state = IS_MADE;
      held.thread = t;
      held.address = e->address;
      held.size = e->size;
      memcpy(held.old, e->address, (size_t)e->size);
    }
    return;
  }
  compare_standing();
  for (;;) {
    int i = ravel_next_due();
    if (i < 0 || ravel_steps[i].thread == t->index)
      ravel_missed("%s stands at its access in line %d, but the other thread does not arrive", ravel_thread_name(t->index), t->line);
    ravel_give_turn(&ravel_threads[ravel_steps[i].thread]);
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
    int now = ravel_is_free ? -1 : ravel_next_due();
    if (now < 0) {
      ravel_is_free = 1;
      return NULL;
    }
    if (now == i) break;
    if (ravel_steps[now].thread == t->index) { /* an earlier step of this thread that never came */
      ravel_note_divergence(now);
      ravel_steps[now].is_passed = 1;
      continue;
    }
    ravel_give_turn(&ravel_threads[ravel_steps[now].thread]);
  }
  ravel_steps[i].is_passed = 1;
  ravel_advance_next(t);
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

/* Whether the event certainly is this step: address, kind and line. */
static int is_certain(const struct event *e, const struct step *s) {
  return !s->call && s->object >= 0 && ravel_objects[s->object].base && is_same_line(e, s) && matches(e, s);
}

/* A step of this thread that the event matches, or -1. Also a later one: within a line the order may differ, others before it never came. */
static int find_match(const struct event *e) {
  struct thread *t = ravel_self;
  int i = t->next;
  if (matches(e, &ravel_steps[i])) return i;
  int seen = 0, is_same = 1;
  for (int k = i + 1; k < ravel_step_count && seen < (e->call ? 1000 : LOOK_AHEAD); k++) {
    struct step *s = &ravel_steps[k];
    if (s->thread != t->index || s->is_passed) continue;
    seen++;
    if (e->call) {
      if (matches(e, s) && is_same_line(e, s)) return k;
      continue;
    }
    if (s->call) return -1;
    is_same &= s->line == ravel_steps[i].line;
    if (is_same ? matches(e, s) : is_certain(e, s)) return k;
  }
  return -1;
}

/* The steps of this thread before step `i` never came. */
static void give_up_before(int i) {
  struct thread *t = ravel_self;
  for (int k = t->next; k < i; k++)
    if (ravel_steps[k].thread == t->index && !ravel_steps[k].is_passed) {
      ravel_note_divergence(k);
      ravel_steps[k].is_passed = 1;
    }
  ravel_advance_next(t);
}

/* A thread without further steps stops, until the plan is over. */
static void park(void) {
  ravel_pass_turn();
}

/* The next two steps load and store what the event only stores: the compiler made one access of an update, whose instruction also loads. Other threads may come
 * between, so the instruction works on the value that was there at the load. */
static int take_update(const struct event *e) {
  struct thread *t = ravel_self;
  int load = t->next, store = load + 1;
  char loaded[16];
  while (store < ravel_step_count && ravel_steps[store].thread != t->index) store++;
  if (e->op != OP_STORE || e->size > (long)sizeof loaded || store == ravel_step_count) return 0;
  struct event first = *e;
  first.op = OP_LOAD;
  if (ravel_steps[load].call || ravel_steps[load].object < 0 || ravel_steps[load].object != ravel_steps[store].object) return 0;
  if (!is_same_line(e, &ravel_steps[load]) || !is_same_line(e, &ravel_steps[store])) return 0;
  if (!matches(&first, &ravel_steps[load]) || !matches(e, &ravel_steps[store])) return 0;
  bind(&first, &ravel_steps[load]);
  take(load, &first);
  memcpy(loaded, e->address, (size_t)e->size);
  take(store, e);
  memcpy(e->address, loaded, (size_t)e->size);
  return 1;
}

static void take_access(const struct event *e) {
  struct thread *t = ravel_self;
  take_rest_of_call();
  if (ravel_is_free) return;
  if (t->next < 0) {
    park();
    return;
  }
  if (take_update(e)) return;
  int i = find_match(e);
  if (i < 0) return;
  if (ravel_steps[i].line != ravel_steps[t->next].line) give_up_before(i);
  if (i != t->next) { /* the order within a line differs: its turn comes with the step before it */
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
  hold_back();
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
  let_go(address, size);
  ravel_check_memory(address, size, e.line);
}

struct step *ravel_call(const char *name, void *site) {
  struct thread *t = ravel_self;
  hold_back();
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

/* Functions that return a null pointer if they fail; others return -1. */
static int returns_null(const char *name) {
  static const char *const names[] = {"opendir", "readdir", "fopen", "fdopen", "getcwd", "fgets", "tmpfile"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) return 1;
  return 0;
}

/* Called by the stubs of library functions, with the registers of their arguments. Returns 1 if the function is not called, but `result` returned. */
int ravel_enter(const char *name, void *site, void **arguments, long *result) {
  if (!ravel_self || ravel_self->is_quiet) return 0;
  unsigned long long transferred;
  ravel_call(name, site);
  if (ravel_call_fails(name)) {
    *result = returns_null(name) ? 0 : -1;
    return 1;
  }
  if (strncmp("write", name, 5) == 0 && ravel_next_input("bytes transferred", &transferred)) arguments[2] = (void *)transferred;
  int has_race = 0; /* in a later part of the call: the thread stops before the whole call */
  for (int i = ravel_self->next; i >= 0 && i < ravel_step_count && !ravel_is_free; i++)
    if (ravel_steps[i].thread == ravel_self->index) {
      if (!ravel_steps[i].continues) break;
      has_race |= ravel_steps[i].race;
    }
  if (has_race) take_rest_of_call();
  for (int i = 0; i < 6; i++) ravel_check_argument(arguments[i], ravel_self->line);
  return 0;
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

/* The end of a thread begins with a step of its own if destructors follow. */
void ravel_begin_end(void) {
  struct thread *t = ravel_self;
  while (!ravel_is_free && t->next >= 0 && ravel_steps[t->next].op == OP_END) {
    int has_more = 0;
    for (int k = t->next + 1; k < ravel_step_count; k++) has_more |= ravel_steps[k].thread == t->index && ravel_steps[k].op != OP_END;
    if (!has_more) return;
    struct event e = inside_call(&ravel_steps[t->next], "the end", NULL, 0);
    take(t->next, &e);
  }
}

void ravel_end_of_thread(void) {
  struct thread *t = ravel_self;
  int has_end = 0;
  t->section = 0;
  hold_back();
  for (int i; !ravel_is_free && (i = t->next) >= 0;) {
    has_end |= ravel_steps[i].op == OP_END;
    if (ravel_steps[i].op != OP_END && !ravel_steps[i].continues) ravel_note_divergence(i);
    struct event e = inside_call(&ravel_steps[i], "the end", NULL, 0);
    take(i, &e);
  }
  if (!has_end && !ravel_is_free) park();
  ravel_changed();
}

