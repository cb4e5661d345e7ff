// Conditions as C expressions: locals of the thread that stands at the line, also those that no code reads again, members, pointers, and what has no value.

import { beforeAll, expect, test } from "vitest";
import { expressions } from "../../../src/debugger/inspector.ts";
import type { Path } from "../../../src/debugger/moves.ts";
import type { Program } from "../../../src/program/program.ts";
import { compileText } from "../../run.ts";
import { askText, machineAt, recordPath } from "./asking.ts";

const text = `#include <pthread.h>
struct node { int value; struct node *next; };
static struct node a = {1, 0}, b = {2, 0};
static struct node *head;
static int x, y;
static int twice(int n) {
  return n + n;
}
static void *work(void *p) {
  int k = x;
  int *own = &k;
  y = 1;
  y = 2;
  *own += 1;
  return p;
}
static void *push(void *p) {
  int old = x;
  a.next = head;
  head = &a;
  return old == 3 ? p : 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, work, NULL);
  pthread_create(&u, NULL, push, NULL);
  x = 1;
  head = &b;
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return twice(0);
}
`;

let program: Program;
let path: Path;
beforeAll(async () => {
  program = await compileText(text);
  path = recordPath(program);
});

test.each([
  ["can k == 1 at 13", "yes"],
  ["can k == 0 at 13", "yes"],
  ["can k == 2 at 13", "no"],
  ["can k == 0 && y == 2 at 15", "no"],
  ["can k == 2 && y == 2 at 15", "yes"],
  ["can old == 1 at 19", "yes"], // a local that is not in memory
  ["can old == 0 && x == 1 at 20", "yes"],
  ["can old == 1 && x == 0 at 20", "no"],
  ["can head && head->value == 2 at 20", "yes"],
  ["can head->next == &b at 21", "yes"],
  ["can head->next && head->next->value == 1 at 21", "no"],
  ["can twice(x) + y == 4 at 21", "yes"],
  ["can twice(x) + y == 5 at 21", "no"],
])("%s: %s", async (question, answer) => {
  expect(await askText(program, question, { path, expressions })).toMatchObject({ answer });
});

test("states that differ only in a local that no code reads again are different", async () => {
  const dead = await compileText(`#include <pthread.h>
static int x, y;
static void *look(void *p) {
  int seen = x;
  y = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, look, NULL);
  x = 1;
  pthread_join(t, NULL);
  return 0;
}
`);
  const answers = [0, 1, 2].map((n) => askText(dead, `can seen == ${n} && x == 1 at 5`, { expressions }));
  expect((await Promise.all(answers)).map((a) => a.answer)).toEqual(["yes", "yes", "no"]);
});

test("locals have their values in the middle of the line that declares them", async () => {
  const line = await compileText(`#include <pthread.h>
static _Atomic int x;
static void *add(void *p) { int by = (int)(long)p; int more = 4; x += by; x += more; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, (void *)2);
  pthread_join(t, NULL);
  return 0;
}
`);
  const conditions = ["by == 2 && x == 0", "x == 2 && by == 2", "x == 2 && more == 4", "x == 2 && by != 2", "more != 4"];
  const answers = conditions.map((c) => askText(line, `can ${c} at 3`, { expressions }));
  expect((await Promise.all(answers)).map((a) => a.answer)).toEqual(["yes", "yes", "yes", "no", "no"]);
});

test("states in which the expression has no value do not count, and the answer says so", async () => {
  const found = await askText(program, "can head->value == 7 at 19", { path, expressions });
  expect(found.text).toMatch(/^no: head->value == 7 does not hold at program.c:19 in all interleavings, for all inputs/);
  expect(found.lines.map((l) => l.text)).toEqual([expect.stringMatching(/^states in which it has no value do not count: .*null/i)]);
});

test.each([
  ["can nothing == 1 at 19", /nothing/],
  ["can x == at 19", /./],
  ["can k == 1 at 19", /k/], // a local of another function
])("%s is rejected", async (question, message) => {
  await expect(askText(program, question, { path, expressions })).rejects.toThrow(message);
});

test("an object on a stack can be asked for: which writes, why", async () => {
  const at = path.moves.findIndex((_, i) => machineAt(program, { ...path, moves: path.moves.slice(0, i) }).threads.length === 3);
  const found = await askText(program, "which writes head", { path, at, thread: 2, level: 0, expressions });
  expect(found.lines.map((l) => l.text)).toEqual([expect.stringMatching(/as in this run/), "the first value"]);
});
