// Steps that the state search takes eagerly under a lock, and fields that it leaves out of states because a lock guards them: one program for each way in which that could be
// wrong. All verdicts must equal those of the search without reduction.

import { describe, expect, test } from "vitest";
import type { EngineResult } from "../../../../src/engines/engine.ts";
import { explore } from "../../../../src/engines/explore/explore.ts";
import { StateSearch } from "../../../../src/engines/explore/state-search.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { Machine } from "../../../../src/execution/machine.ts";
import { confirmUnchanged } from "../../../../src/witness/confirm.ts";
import { type AnyTask, changed } from "../../../run.ts";
import { type Shape, ShapeFile } from "../../../verdicts/shapes.ts";

interface Case extends Shape {
  /** The default is `assert`: at the end main asserts that the other thread has seen nothing. */
  readonly unsafe?: readonly Property[];
}

const locked = (body: string, lock = "m"): string => `pthread_mutex_lock(&${lock}); ${body} pthread_mutex_unlock(&${lock});`;
const section = (body: string): string => `__VERIFIER_atomic_begin(); ${body} __VERIFIER_atomic_end();`;
const toRead = (body: string, k: number): string => `pthread_rwlock_rdlock(&w${k}); ${body} pthread_rwlock_unlock(&w${k});`;
const toWrite = (body: string, k: number): string => `pthread_rwlock_wrlock(&w${k}); ${body} pthread_rwlock_unlock(&w${k});`;
const rwlock = (k: number): string => `static pthread_rwlock_t w${k} = PTHREAD_RWLOCK_INITIALIZER;`;
const twice = locked("x = 1; x = 2;");
/** Records that it has happened, and orders nothing. */
const done = "atomic_store_explicit(&z, 1, memory_order_relaxed);";
const isDone = "atomic_load_explicit(&z, memory_order_relaxed)";
const look = "if (x == 1) y = 1;";

const cases: readonly Case[] = [
  {
    name: "a try sees the lock taken",
    threads: [locked("g = 1;"), "if (pthread_mutex_trylock(&m)) y = 1; else pthread_mutex_unlock(&m);"],
  },
  {
    name: "a wait with a limit sees it",
    threads: [locked("g = 1;"), "struct timespec t = {0, 0}; if (pthread_mutex_timedlock(&m, &t)) y = 1; else pthread_mutex_unlock(&m);"],
  },
  { name: "a read without the lock", threads: [twice, look] },
  { name: "a read with another lock", threads: [twice, locked(look, "n")] },
  { name: "the second of two is released first", threads: [locked(`${locked("x = 1;", "n")} x = 2;`), locked(look, "n")] },
  { name: "a section that waits for a value", threads: [locked("x = 1; x = 0;"), section("__VERIFIER_assume(x == 1); y = 1;")] },
  {
    name: "a section that waits for a value, once it reads it",
    before: "x = 1;",
    threads: [locked("x = 0;"), section("__VERIFIER_assume(z == 1); __VERIFIER_assume(x == 1); y = 1;"), "z = 1;"],
  },
  {
    name: "a try to write sees a reader",
    functions: rwlock(0),
    threads: [toRead("(void)*(volatile int *)&g;", 0), "if (pthread_rwlock_trywrlock(&w0)) y = 1; else pthread_rwlock_unlock(&w0);"],
  },
  {
    name: "a try to read sees a writer",
    functions: rwlock(1),
    threads: [toWrite("g = 1;", 1), "if (pthread_rwlock_tryrdlock(&w1)) y = 1; else pthread_rwlock_unlock(&w1);"],
  },
  {
    name: "a try to read sees that a writer waits",
    functions: rwlock(2),
    before:
      "pthread_rwlockattr_t a; pthread_rwlockattr_init(&a); pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP); pthread_rwlock_init(&w2, &a);",
    threads: [
      toRead("(void)*(volatile int *)&g;", 2),
      toWrite("(void)*(volatile int *)&g;", 2),
      toRead("if (pthread_rwlock_tryrdlock(&w2)) y = 1; else pthread_rwlock_unlock(&w2);", 2),
    ],
  },
  { name: "readers do not keep each other out", functions: rwlock(3), threads: [toRead("x = 1; x = 2;", 3), toRead(look, 3)] },
  {
    name: "a lock that is initialised again while it is held",
    threads: [locked("x = 1; x = 0;"), `pthread_mutex_init(&m, NULL); ${locked("assert(x != 1);")}`],
    unsafe: ["assert", "deadlock", "race"],
  },
  {
    name: "initialised again after its holder has ended",
    threads: [
      "pthread_mutex_lock(&m); atomic_store(&z, 1); x = 1; x = 0;",
      `if (atomic_load(&z)) { pthread_mutex_init(&m, NULL); ${locked(look)} }`,
    ],
  },
  {
    name: "initialised again after its holder has ended, as without one",
    functions: "extern _Bool __VERIFIER_nondet_bool(void);",
    threads: [
      "if (__VERIFIER_nondet_bool()) { pthread_mutex_lock(&m); atomic_store(&z, 1); x = 1; x = 0; } else atomic_store(&z, 1);",
      `if (atomic_load(&z)) { pthread_mutex_init(&m, NULL); ${locked(look)} }`,
    ],
  },
  {
    name: "a section that tries one lock and waits for another",
    threads: [
      locked("g = 1;"),
      `int r; ${section("r = pthread_mutex_trylock(&m); pthread_mutex_lock(&n);")} if (r) y = 1; else pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);`,
    ],
  },
  {
    name: "a section that takes the lock or does not, by what it sees",
    threads: [
      locked("x = 1; x = 0;"),
      `int r = 0; ${section("if (x == 1) y = 1; else { pthread_mutex_lock(&m); r = 1; }")} if (r) pthread_mutex_unlock(&m);`,
    ],
  },
  {
    name: "a wait under a lock, for what another thread assigns under its own",
    functions: "static pthread_spinlock_t s7;",
    before: "s7 = 7;",
    threads: [
      locked("z = 1; s7 = 0; s7 = 7;"),
      `if (z) { ${locked("pthread_spin_lock(&s7); y = 1; pthread_spin_unlock(&s7);", "n")} assert(y == 0); }`,
    ],
    unsafe: ["assert", "deadlock", "race"],
  },
  {
    name: "the process ends while a lock is held",
    functions: `static void late(void) { assert(x != 1); } static void *left(void *p) { ${twice} return p; }`,
    before: "atexit(late);",
    threads: [],
    after: "pthread_t l; pthread_create(&l, NULL, left, NULL); pthread_detach(l);",
  },
  {
    name: "destroyed while it is held, by a thread that did not wait for the end",
    functions:
      "static pthread_rwlock_t w6; static void *held(void *p) { pthread_rwlock_wrlock(&w6); z = 1; pthread_rwlock_unlock(&w6); return p; }",
    before:
      "pthread_rwlock_init(&w6, NULL); pthread_t h; pthread_create(&h, NULL, held, NULL); if (z) pthread_rwlock_destroy(&w6); pthread_join(h, NULL);",
    threads: [],
    unsafe: ["deadlock"],
  },
  {
    name: "seen by a thread that did not wait for the end, after another thread did",
    functions: `static void *ends(void *p) { ${twice} return p; }`,
    threads: ["pthread_t h; pthread_create(&h, NULL, ends, NULL); pthread_join(h, NULL);", look],
  },
  {
    name: "after thirty threads",
    functions: "static void *nothing(void *p) { return p; }",
    before: "for (int k = 0; k < 31; k++) { pthread_t d; pthread_create(&d, NULL, nothing, NULL); pthread_join(d, NULL); }",
    threads: [twice, look],
  },
  {
    name: "the thread of a thread",
    functions: `static void *looker(void *p) { ${look} return p; }`,
    threads: [`pthread_t d; pthread_create(&d, NULL, looker, NULL); ${twice} pthread_join(d, NULL);`],
  },
  {
    name: "a thread that is started meanwhile",
    functions: `static void *other(void *p) { ${look} return p; }`,
    threads: [twice, "pthread_t d; pthread_create(&d, NULL, other, NULL); pthread_join(d, NULL);"],
  },
  {
    name: "a predicate without the lock",
    functions: "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;",
    threads: [locked("while (!x) pthread_cond_wait(&c, &m);"), "x = 1; pthread_cond_signal(&c);"],
    unsafe: ["deadlock"],
  },
  { name: "sometimes without the lock", threads: [locked("g = 1;"), `${locked("g = 2;")} if (z) g = 3;`, "z = 1;"], unsafe: ["race"] },
  { name: "under different locks", threads: [locked("g = 1;"), locked("g = 2;", "n")], unsafe: ["race"] },
  { name: "written by readers", functions: rwlock(4), threads: [toRead("g = 1;", 4), toRead("g = 2;", 4)], unsafe: ["race"] },
  // The search first sees the ordered accesses, and reaches the same state again in another order.
  {
    name: "without the lock in the end",
    threads: [locked("g = 1;") + done, `${locked("g = 1;")} if (${isDone}) g = 1;`],
    unsafe: ["race"],
  },
  {
    name: "written by readers, in order at first",
    functions: rwlock(5),
    threads: [toRead("g = 1;", 5) + locked("") + done, `${locked("")} if (${isDone}) { ${toRead("g = 1;", 5)} }`],
    unsafe: ["race"],
  },
  {
    name: "freed without the lock in the end",
    before: "box = malloc(4); *box = 0;",
    threads: [locked("*box = 1;") + done, `${locked("*box = 1;")} if (${isDone}) free(box);`],
    unsafe: ["race"],
  },
  {
    name: "freed without the lock in the end, where it was not used at first",
    functions: `extern _Bool __VERIFIER_nondet_bool(void); static void *reader(void *p) { if (__VERIFIER_nondet_bool()) { ${locked("(void)*(volatile int *)p;")} } ${done} return NULL; }`,
    before: `int *b = calloc(1, sizeof *b); pthread_t d; pthread_create(&d, NULL, reader, b); if (${isDone}) free(b); pthread_join(d, NULL);`,
    threads: [],
    unsafe: ["race"],
  },
  {
    name: "half of it under a lock",
    threads: [locked("((short *)v)[0] = 1;"), "((short *)v)[1] = 2;", locked("*v = 3;")],
    unsafe: ["race"],
  },
  {
    name: "freed without the lock",
    before: "box = malloc(4); *box = 0;",
    threads: [locked("*box = 1;"), "free(box);"],
    unsafe: ["race", "memory"],
  },
  {
    name: "used while its thread has not ended",
    functions: "static _Thread_local int own;",
    threads: ["box = &own;", "if (box) { (void)*(volatile int *)box; y = 1; }"],
    unsafe: ["assert", "memory"],
  },
  {
    name: "used while its function has not returned, which it does at once",
    functions: `static void lend(void) { int l = 5; ${locked("box = &l; g = l;")} }`,
    threads: ["lend();", "int *b = box; if (b) { (void)*(volatile int *)b; y = 1; }"],
    unsafe: ["assert", "memory"],
  },
  {
    name: "under a lock on the stack, again and again",
    functions:
      "static pthread_mutex_t *_Atomic where; static void *user(void *p) { pthread_mutex_t *l = where; if (l) { pthread_mutex_lock(l); g = 1; pthread_mutex_unlock(l); } return p; }",
    threads: [
      "for (int k = 0; k < 2; k++) { pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER; pthread_t d; where = &l; pthread_create(&d, NULL, user, NULL); pthread_mutex_lock(&l); g = 2; pthread_mutex_unlock(&l); pthread_join(d, NULL); where = NULL; }",
    ],
    unsafe: [],
  },
  // These programs are safe, and few interleavings remain.
  { name: "all under the lock", threads: [locked("g++; h++; v[0]++;"), locked("g++; h++; v[0]++;")], unsafe: [] },
  {
    name: "made by one, used by the other",
    functions: "struct job { int a, b; struct job *next; }; static struct job *first;",
    threads: [
      `struct job *j = malloc(sizeof *j); j->a = 1; j->b = 2; ${locked("j->next = first; first = j;")}`,
      `struct job *j; ${locked("j = first; if (j) first = j->next;")} if (j) { j->a += j->b; free(j); }`,
    ],
    unsafe: [],
  },
];

const file = new ShapeFile(cases.map((c) => ({ ...c, after: `${c.after ?? ""} assert(y == 0);` })));
const checked: readonly Property[] = ["assert", "memory", "deadlock", "race"];

const verdicts = (task: AnyTask, result: EngineResult): Record<string, string> =>
  Object.fromEntries(
    task.properties.map((p) => {
      const f = result.findings.get(p);
      if (f?.kind !== "candidate") return [p, f?.kind === "unknown" ? f.unknown.code : "safe"];
      const machine = new Machine(task.program, { ...task.machine, undo: false });
      return [p, confirmUnchanged(machine, f.schedule, p) === null ? "does not replay" : "unsafe"];
    }),
  );

describe("as in the search without reduction", () => {
  for (const { name, unsafe = ["assert"] } of cases)
    test(name, async () => {
      const task = await file.task(name, checked);
      const all = verdicts(task, await explore.run(changed(task, { reduction: "none" })));
      expect(checked.filter((p) => all[p] !== "safe")).toEqual(checked.filter((p) => unsafe.includes(p)));
      expect(verdicts(task, await explore.run(changed(task, { reduction: "states" })))).toEqual(all);
    });
});

test("a critical section is one step", async () => {
  const search = new StateSearch(await file.task("all under the lock", checked));
  await search.run();
  expect(search.states - 1).toBe(6); // not the one in which main takes the input that says which program it is
});
