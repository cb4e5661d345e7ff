// Effects of functions, through pointers and calls: on small programs, and that nothing happens in runs that was not foreseen. A failure means that a
// trace engine skips code that does more than it takes into account.

import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { type Effects, ProgramEffects } from "../../../src/analysis/effects/effects.ts";
import type { Touched } from "../../../src/analysis/effects/touched.ts";
import type { Program } from "../../../src/program/program.ts";
import { LowestFirst } from "../../../src/scheduling/lowest-first.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { LimitReached, newTick } from "../../../src/support/limits.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compile, compileText } from "../../run.ts";
import { observe } from "./observed.ts";

const text = `#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { int *first; int *second; long number; };
struct node { struct node *next; int value; };
int a, b, c, d, all[8];
struct pair pairs[4];
struct pair one, two;
struct node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf buffer;
void (*handler)(void);
static int *pick(int which) { return which ? &a : &b; }
static void put(int *to) { *to = 1; }
static void put_twice(int *to) { put(to); }
static void set_c(void) { c = 1; }
static void set_d(void) { d = 1; }
static void choose_handler(int n) { handler = n ? set_c : set_d; }
void direct(void) { a = b; }
void through_pointer(int n) { *pick(n) = 2; }
void deep(void) { put_twice(&c); }
void deeper(void) { put_twice(&d); }
void by_handler(int n) { choose_handler(n); handler(); }
void fields(void) { one.first = &a; one.second = &b; *one.second = 3; }
void elements(int i) { pairs[i].first = &c; pairs[i].second = &d; pairs[i].number = i * 7; *pairs[i + 1].first = 1; }
void copied(void) { one.first = &a; one.second = &b; two = one; *two.first = 4; }
void pushes(int n) { struct node *new = malloc(sizeof *new); new->value = n; new->next = list; list = new; }
void walks(void) { for (struct node *p = list; p; p = p->next) p->value++; }
void frees(void) { struct node *p = list; list = p->next; free(p); }
void locks(void) { pthread_mutex_lock(&lock); a++; pthread_mutex_unlock(&lock); }
void asserts(int n) { assert(n); }
void jumps(void) { longjmp(buffer, 1); }
void ends(void) { exit(1); }
static void *thread(void *arg) { *(int *)arg = 1; return arg; }
void starts(void) { pthread_t t; pthread_create(&t, 0, thread, &a); }
void prints(int n) { printf("%d %s", n, "text"); }
void fills(void) { memset(all, 0, sizeof all); }
int reads(void) { return all[3]; }
int main(int argc, char **argv) {
  direct(); through_pointer(argc); deep(); deeper(); by_handler(argc); fields(); elements(argc); copied(); pushes(1); walks(); frees(); locks();
  asserts(argc); if (argc > 2) jumps(); if (argc > 3) ends(); starts(); prints(argc); fills(); reads();
  return 0;
}
`;

let compiled: Promise<ProgramEffects> | null = null;

async function effectsOf(name: string): Promise<{ program: Program; effects: Effects }> {
  compiled ??= compileText(text).then((program) => new ProgramEffects(program, () => undefined));
  const all = await compiled;
  const { program } = all;
  const effects = all.ofFunction(program.functions.find((f) => f.name === name)?.id ?? -1, "");
  if (effects === null) throw new Error(`${name} is never called`);
  return { program, effects };
}

/** The program's globals in the set, with their offsets. */
function globalsIn({ objects, functions }: Program, touched: Touched): string {
  const names: string[] = touched.anywhere ? ["anywhere"] : [];
  for (const o of touched.objects) {
    const ranges = touched
      .rangesOf(o)
      .map((r) => `${r.at}${r.stride > 0 ? `%${r.stride}` : ""}`)
      .sort((x, y) => Number.parseInt(x, 10) - Number.parseInt(y, 10));
    if (o.kind === "global" && !objects[o.number]?.library) names.push(`${objects[o.number]?.name}+${ranges.join()}`);
    if (o.kind === "heap" && o.made?.context !== "") names.push(`heap of ${functions[Number(o.made?.context.split(".")[0])]?.name}`);
  }
  return names.sort().join(" ");
}

test.each([
  ["direct", "a+0"],
  ["through_pointer", "a+0 b+0"],
  ["deep", "c+0 d+0"],
  ["by_handler", "c+0 d+0 handler+0"],
  ["fields", "b+0 one+0,8"],
  ["elements", "c+0 pairs+0%24,8%24,16%24"],
  ["copied", "a+0 one+0,8 two+0,8,16"],
  ["pushes", "heap of pushes list+0"],
  ["walks", "heap of pushes"],
  ["locks", "a+0 lock+0,4,12,24"],
  ["thread", "a+0"],
  ["fills", "all+0,0%1"],
  ["reads", ""],
])("%s writes %s", async (name, written) => {
  const { program, effects } = await effectsOf(name);
  expect(globalsIn(program, effects.writes)).toBe(written);
});

test.each<[string, Partial<Effects>]>([
  ["direct", { blocks: false, allocates: false, startsThread: false, unmodelled: false, synchronises: false, asks: false }],
  ["locks", { blocks: true, synchronises: true, startsThread: false }],
  ["starts", { startsThread: true, allocates: true }],
  ["pushes", { allocates: true }],
  ["main", { blocks: true, startsThread: true, allocates: true, asks: true }],
])("%s: what else it may do", async (name, expected) => {
  expect((await effectsOf(name)).effects).toMatchObject(expected);
});

test.each([
  ["direct", "", "return"],
  ["asserts", "assertion", "return"],
  ["jumps", "invalid-argument", "long-jump"],
  ["ends", "", "process-end"],
  ["frees", "invalid-pointer", "return"],
])("%s may fail with %s and leaves by %s", async (name, error, departure) => {
  const { effects } = await effectsOf(name);
  expect([...effects.fails].join()).toContain(error);
  expect([...effects.leaves]).toContain(departure);
});

test("an access to a global by its name is certainly valid", async () => {
  expect((await effectsOf("direct")).effects.fails.size).toBe(0);
});

test("what a function frees", async () => {
  const { program, effects } = await effectsOf("frees");
  expect(globalsIn(program, effects.frees)).toBe("heap of pushes");
});

test("a write through a computed address: nothing is known of any pointer", async () => {
  const program = await compileText(
    "int a, b, *p = &b; int main(int n, char **v) { unsigned long x = (unsigned long)&a; x += 4 * n; *(int *)x = 1; *p = 1; return a; }",
  );
  const all = new ProgramEffects(program, () => undefined);
  expect(all.pointsTo.isLost).toBe(true);
  expect(all.ofFunction(program.functions.find((f) => f.name === "main")?.id ?? -1, "")?.writes.anywhere).toBe(true);
});

test("limits end the analysis", async () => {
  const program = await compileText(text);
  let asked = 0;
  expect(
    () =>
      new ProgramEffects(
        program,
        newTick(() => ++asked > 3),
      ),
  ).toThrow(LimitReached);
});

/** Programs that use pointers in ways of their own: every access of every run must be foreseen. */
const programs: readonly (readonly [name: string, text: string])[] = [
  ["everything above", text],
  [
    "a hash table of lists",
    `#include <pthread.h>
#include <stdlib.h>
struct entry { struct entry *next; int key, *value; };
struct table { pthread_mutex_t lock; int count; struct entry *chains[4]; void (*seen)(struct entry *); } table = { PTHREAD_MUTEX_INITIALIZER };
int values[8], sum;
static void note(struct entry *e) { sum += *e->value; }
static void insert(int key) { struct entry *e = malloc(sizeof *e); e->key = key; e->value = &values[key % 8]; pthread_mutex_lock(&table.lock);
  e->next = table.chains[key % 4]; table.chains[key % 4] = e; table.count++; pthread_mutex_unlock(&table.lock); }
static void *worker(void *arg) { int base = *(int *)arg; for (int i = 0; i < 3; i++) { values[base + i] = i; insert(base + i); } free(arg); return &values[base]; }
int main(void) { pthread_t t[2]; table.seen = note; void *result; for (int i = 0; i < 2; i++) { int *n = malloc(sizeof *n); *n = 4 * i; pthread_create(&t[i], 0, worker, n); }
  for (int i = 0; i < 2; i++) { pthread_join(t[i], &result); *(int *)result += 1; }
  for (int i = 0; i < 4; i++) while (table.chains[i]) { struct entry *e = table.chains[i]; table.chains[i] = e->next; table.seen(e); free(e); } return 0; }`,
  ],
  [
    "copies of every kind",
    `#include <string.h>
#include <stdarg.h>
#include <stdlib.h>
#include <stdio.h>
int a, b, c; struct s { int *p; char name[3]; int *q; } x, y, array[3]; union { int *p; char bytes[8]; } u;
static void take(int n, ...) { va_list list; va_start(list, n); for (int i = 0; i < n; i++) *va_arg(list, int *) += 1; va_end(list); }
static int by_value(struct s s) { *s.q = 2; return *s.p; }
static int compare(const void *l, const void *r) { return **(int *const *)l - **(int *const *)r; }
int main(void) { x.p = &a; x.q = &b; y = x; *y.p = 1; memcpy(&array[1], &x, sizeof x); memmove(&array[0], &array[1], 2 * sizeof x); *array[0].q = 3;
  u.p = &c; char moved[8]; for (int i = 0; i < 8; i++) moved[i] = u.bytes[i]; int *back; memcpy(&back, moved, 8); *back = 4; take(3, &a, &b, &c); by_value(x);
  int *sorted[3] = { &c, &a, &b }; qsort(sorted, 3, sizeof *sorted, compare); *sorted[0] = 0; int **grown = malloc(sizeof *grown); *grown = &a;
  grown = realloc(grown, 2 * sizeof *grown); grown[1] = &b; *grown[1] = *grown[0]; char text[32]; sprintf(text, "%d %p", a, (void *)grown); free(grown); return a; }`,
  ],
  [
    "locals that others use, thread-locals, atomics, jumps",
    `#include <pthread.h>
#include <stdatomic.h>
#include <setjmp.h>
_Thread_local int mine, *where; _Atomic(int *) shared; jmp_buf buffer; int g; pthread_key_t key;
static void destroy(void *p) { *(int *)p = 7; }
static void *worker(void *arg) { int *p = arg; *p += 1; where = &mine; *where = 3; int *old = atomic_exchange(&shared, &mine); if (old) *old = 5; pthread_setspecific(key, &g);
  int *expected = &mine; atomic_compare_exchange_strong(&shared, &expected, 0); return 0; }
static void leave(int *p) { *p = 1; longjmp(buffer, 2); }
int main(void) { int local[2] = { 0 }; pthread_t t[2]; pthread_key_create(&key, destroy); for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &local[i]);
  if (setjmp(buffer) == 0) leave(&local[1]); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); return local[0] + g; }`,
  ],
];

test.each(programs)("runs do only what was foreseen: %s", async (_, source) => {
  const program = await compileText(source);
  const observed = observe(program, [new LowestFirst([]), ...[1, 2, 3].map((seed) => new RandomScheduler(new Rng(seed)))], 1000);
  expect([...observed.unforeseen]).toEqual([]);
  expect(observed.accesses).toBeGreaterThan(10);
});

const collection = "test/programs/safe";
const sample = readdirSync(collection).filter((_, i) => i % 31 === 7);

test.each(sample)("runs of the collection do only what was foreseen: %s", async (name) => {
  const program = await compile(`${collection}/${name}/program.c`);
  const observed = observe(program, [new LowestFirst([]), new RandomScheduler(new Rng(1))], 500);
  expect([...observed.unforeseen]).toEqual([]);
});
