// Expressions in programs of several threads and of several files; and in the 32-bit data model.

import { expect, test } from "vitest";
import type { Frame } from "../../../src/debugger/expressions/evaluate.ts";
import { globalsOf, localsOf } from "../../../src/debugger/values/view.ts";
import { fingerprint } from "../../../src/execution/fingerprint.ts";
import { load } from "../../../src/frontend/load.ts";
import { decodeProgram, encodeProgram } from "../../../src/program/image.ts";
import { fileOfText } from "../../ir-cache.ts";
import { loadRequest } from "../../run.ts";
import { lineOf, runTo, show, stopAt } from "./stop.ts";

const threads = `#include <pthread.h>
#include <stdlib.h>
struct job { int id; struct job *next; };
static _Thread_local int mine = 10;
static _Thread_local struct job *own;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t rows[2];
struct job *head;
int *escaped;
static int id_of(struct job *j) { return j->id; }
static void *worker(void *p) {
  long n = (long) p;
  mine += (int) n;
  own = malloc(sizeof *own);
  own->id = (int) n;
  int local = 5;
  escaped = &local;
  pthread_rwlock_rdlock(&rw);
  if (n == 1) {
    pthread_mutex_lock(&lock);
    head = own;
    pthread_mutex_unlock(&lock);
  }
  pthread_rwlock_unlock(&rw); // in worker
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *) 1);
  pthread_create(&b, NULL, worker, (void *) 2);
  pthread_mutex_lock(&rows[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return id_of(head) - 1; // end
}
`;

test("threads: their own frames and thread-locals, who holds locks, names of threads", async () => {
  const frame = await stopAt(threads, "// in worker", "lp64", 1);
  const { machine } = frame;
  const main = { machine, thread: machine.threads[0] as Frame["thread"], level: frame.machine.threads[0]?.depth ?? 0 };
  expect(frame.thread.index).toBe(1);
  const rows = ["n", "mine", "own", "own->id", "lock", "rw", "escaped", "*escaped", "&own->id", "head == own"].map(
    (e) => `${e} ${show(frame, e)}`,
  );
  expect(rows).toEqual([
    "n 1",
    "mine 11",
    "own &job",
    "own->id 1",
    "lock unlocked",
    "rw held by T1 for reading",
    "escaped &local",
    "*escaped 5",
    "&own->id &job.id",
    "head == own 1",
  ]);
  const level = [...Array(main.level + 1).keys()].find((l) => localsOf({ ...main, level: l }).some((v) => v.name === "a")) ?? -1;
  const inMain = { ...main, level };
  expect(show(inMain, "mine")).toBe("10");
  expect(show(inMain, "a")).toBe("T1");
  expect(show(inMain, "n")).toMatch(/not defined here/);
  expect(globalsOf(machine).map((v) => `${v.name} ${v.text}`)).toContain("rows {unlocked, unlocked}");
});

test("after threads have ended", async () => {
  const frame = await stopAt(threads, "// end");
  const rows = ["escaped", "head", "head->id", "rows", "&rows[1]", "b"].map((e) => `${e} ${show(frame, e)}`);
  expect(rows).toEqual([
    "escaped &local, dangling (its function has returned)",
    "head &job#1",
    "head->id 1",
    "rows {unlocked, held by main}",
    "&rows[1] &rows[1]",
    "b T2",
  ]);
  const ended = { ...frame, thread: frame.machine.threads[1] as Frame["thread"], level: 0 };
  expect(show(ended, "head->id")).toBe("1");
  expect(localsOf(ended).filter((v) => v.expression === "n")).toEqual([]);
});

const first = `
struct hidden;
extern struct hidden *make(int);
extern int other(struct hidden *);
static int count = 1;
typedef short number;
number shared = 3;
static int twice(int n) { return 2 * n; }
int main(void) {
  struct hidden *h = make(4);
  int r = twice(count);
  return other(h) + r + shared; // first
}
`;
const second = `
#include <stdlib.h>
struct hidden { int value; char name[8]; };
struct hidden *make(int value) {
  struct hidden *h = malloc(sizeof *h);
  h->value = value;
  h->name[0] = 0;
  return h;
}
static int count = 20;
typedef long number;
static number twice(number n) { return n + n + 100; }
extern short shared;
int other(struct hidden *h) {
  return (int) twice(h->value) + count + shared; // second
}
`;

test("several files: statics and types of the frame's file first", async () => {
  const files = [fileOfText(first), fileOfText(second)];
  const { program } = await load({ ...loadRequest(files[0] as string), files });
  for (const p of [program, decodeProgram(encodeProgram(program))]) {
    const inFirst = runTo(p, lineOf(first, "// first"), files[0]);
    const rows = (frame: Frame, expressions: string[]) => expressions.map((e) => `${e} ${show(frame, e)}`);
    expect(
      rows(inFirst, ["count", "h->value", "*h", "sizeof(number)", "twice(3)", "shared", "sizeof *h", "other == &other", "other(h)"]),
    ).toEqual([
      "count 1",
      "h->value 4",
      '*h {value = 4, name = ""}',
      "sizeof(number) 2",
      "twice(3) 6",
      "shared 3",
      "sizeof *h 12",
      "other == &other 1",
      "other(h) 131",
    ]);
    const inSecond = runTo(p, lineOf(second, "// second"), files[1]);
    expect(rows(inSecond, ["count", "sizeof(number)", "twice(3)", "shared", "h"])).toEqual([
      "count 20",
      "sizeof(number) 8",
      "twice(3) 106",
      "shared 3",
      "h &hidden",
    ]);
    const globals = globalsOf(inFirst.machine).filter((v) => v.name === "count");
    expect(globals.map((v) => show(inFirst, v.expression))).toEqual(["1", "20"]);
  }
});

test("the 32-bit data model", async () => {
  const frame = await stopAt(threads, "// in worker", "ilp32");
  const rows = [
    "sizeof(long)",
    "sizeof own",
    "own",
    "own->id",
    "escaped",
    "mine",
    "&mine",
    '"ab"[1]',
    "n",
    "(unsigned) -1 + 1l",
    "rw",
    "head - own",
  ];
  expect(rows.map((e) => `${e} ${show(frame, e)}`)).toEqual([
    "sizeof(long) 4",
    "sizeof own 4",
    "own &job",
    "own->id 1",
    "escaped &local",
    "mine 11",
    "&mine &mine",
    "\"ab\"[1] 98 'b'",
    "n 1",
    "(unsigned) -1 + 1l 0",
    "rw held by T1 for reading",
    "head - own 0",
  ]);
});

test("a finished thread has no frames, but globals and calls have a meaning", async () => {
  const frame = await stopAt(threads, "// end");
  const ended = { ...frame, thread: frame.machine.threads[2] as Frame["thread"], level: 3 };
  const before = fingerprint(frame.machine);
  expect(show(ended, "id_of(head) + 1")).toBe("2");
  expect(show(ended, "mine")).toBe("12");
  expect(fingerprint(frame.machine)).toBe(before);
});

const odd = `
typedef int constructor;
struct prototype { int __proto__; constructor toString; } object = {1, 2};
enum valueOf { hasOwnProperty = 3, eval = 4 };
static int call(int this) { return this + 1; }
int main(void) {
  int process = 5;
  enum valueOf require = eval;
  return process + object.toString + call(require); // here
}
`;

test("texts are compared also in programs that do not link the library's functions", async () => {
  const frame = await stopAt(
    first.replace("extern int other", 'char name[8] = "abc"; extern int other').replace("other(h)", "(h == 0)").replace("make(4)", "0"),
    "// first",
  );
  const rows = [
    "strlen(name)",
    'strcmp(name, "abc")',
    'strcmp(name, "abd")',
    'strncmp(name, "abd", 2)',
    'memcmp(name, "abc\\0", 5)',
    "sizeof strlen(name)",
  ];
  expect(rows.map((e) => show(frame, e))).toEqual(["3", "0", "-1", "0", "0", "8"]);
  expect(show(frame, "strlen(h)")).toBe("error at 7: access of 1 byte through a null pointer");
  expect(show(frame, "strlen(1)")).toBe("error at 8: a pointer is expected, not int");
  expect(show(frame, "strcmp(name)")).toBe("error at 7: the function takes 2 arguments, not 1");
  expect(show(frame, "memcmp(name, name, 100)")).toMatch(/access of 1 byte at offset 8 of name/);
});

test("names that JavaScript knows are names like others", async () => {
  const frame = await stopAt(odd, "// here");
  const rows = [
    "object",
    "object.__proto__",
    "object.toString",
    "sizeof(constructor)",
    "(constructor) 2.5",
    "hasOwnProperty",
    "process",
    "require",
    "call(process)",
  ];
  expect(rows.map((e) => show(frame, e))).toEqual(["{__proto__ = 1, toString = 2}", "1", "2", "4", "2", "3", "5", "eval", "6"]);
  for (const e of [
    "object.constructor",
    "process.exit",
    "this",
    "globalThis",
    "prototype",
    "__proto__",
    "valueOf",
    "require(4)",
    'eval("1")',
  ])
    expect(show(frame, e)).toMatch(/^error/);
  expect(({} as Record<string, unknown>).toString).toBe(Object.prototype.toString);
});
