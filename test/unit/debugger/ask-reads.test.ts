// Questions about reads and about the switches of a run: what a read can see, why it saw what it saw, whether a switch is needed, what must change for a run to pass.

import { beforeAll, describe, expect, test } from "vitest";
import type { AskResult } from "../../../src/debugger/ask/answer.ts";
import type { Path } from "../../../src/debugger/moves.ts";
import type { Program } from "../../../src/program/program.ts";
import { compileText } from "../../run.ts";
import { askText, Listed, lostUpdate, machineAt, recordPath } from "./asking.ts";

const locked = `#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, done, seen;
static void *producer(void *p) {
  x = 1;
  pthread_mutex_lock(&m);
  x = 2;
  done = 1;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  pthread_mutex_lock(&m);
  if (done)
    seen = x;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return x;
}
`;

const visible = ({ moves }: Path): string =>
  moves
    .filter((m) => !m.isLocal)
    .map((m) => m.thread)
    .join("");
const lines = ({ lines: all }: AskResult): string =>
  all.map((l) => `${l.text}${l.path === null ? "" : " →"}${l.move === null ? "" : ` #${l.move}`}`).join("\n");

describe("a lost update", () => {
  let program: Program;
  let failing: Path;
  beforeAll(async () => {
    program = await compileText(lostUpdate);
    failing = recordPath(program, new Listed([0, 0, 0, 1, 2, 2, 1]));
  });

  test("the writes that a read can see", async () => {
    const found = await askText(program, "which writes x", { path: failing, thread: 0, at: 0 });
    expect(found.text).toBe("yes: the next read of x by main can see 1 other write");
    expect(lines(found)).toBe("the write of T1 at line 6 (as in this run) →\nthe write of T2 at line 6 →");
  });

  test("from a later place fewer", async () => {
    const at = failing.moves.findLastIndex((m) => m.thread === 2) + 1;
    const found = await askText(program, "which writes x", { path: failing, thread: 0, at });
    expect(found.text).toMatch(/^no: it can see no other write in all interleavings from here on, for all inputs/);
    expect(lines(found)).toBe("the write of T1 at line 6 (as in this run) →");
  });

  test("a read that is not made again", async () => {
    const found = await askText(program, "which writes x", { path: failing, thread: 2, at: failing.moves.length - 3 });
    expect(found.text).toMatch(/^no: T2 does not read x in all interleavings from here on/);
  });

  test("why: nothing forces a read of the first value", async () => {
    const found = await askText(program, "why x", { path: failing, thread: 2, at: failing.moves.length });
    expect(found.text).toBe("yes: nothing forces it: T2 could have seen the write of T1 at line 6");
    expect(found.path).not.toBeNull();
    expect(lines(found)).toMatchInlineSnapshot(`
      "it can also see the write of T1 at line 6 →
      T2 reads x at line 5; no move before it writes x #13
      T2 writes x at line 6: after the read, by the order of threads and synchronisation #15
      T1 writes x at line 6: after the read, in this run #17"
    `);
  });

  test("the failure needs the switch between read and write", async () => {
    expect(visible(failing)).toMatchInlineSnapshot(`"00012211002000"`);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(async (n) => (await askText(program, `without switch ${n}`, { path: failing })).text),
    );
    expect(answers).toMatchInlineSnapshot(`
      [
        "no: main cannot continue there (switch 1, from main after line 13 to T1 at line 5)",
        "no: no run that begins like this one, and in which T1 continues there, fails in the same way (assertion) (switch 2, from T1 after line 5 to T2 at line 5), in all interleavings from here on, for all inputs (20 states)",
        "yes: the run fails in the same way (assertion) without switch 3, from T2 after line 6 to T1 at line 6",
        "no: T1 cannot continue there (switch 4, from T1 at its end to main at line 13)",
      ]
    `);
  });

  test("one switch is to be moved", async () => {
    const found = await askText(program, "least change", { path: failing });
    expect(found.text).toMatchInlineSnapshot(`"yes: the run passes if 1 switch is moved: the one to T2 at line 5 is left out"`);
    const machine = machineAt(program, found.path as Path);
    expect([machine.outcome, machine.violations.filter((v) => v.property === "assert")]).toEqual([{ kind: "exit", status: 0 }, []]);
  });

  test("a run that passes needs no change", async () => {
    const found = await askText(program, "least change", {
      path: recordPath(program),
      options: { ...machineAt(program, failing).options, properties: new Set(["assert"]) },
    });
    expect(found.text).toBe("yes: nothing must change: this run violates no property");
  });

  test.each([
    ["without switch 99", "there is no switch 99"],
    ["why y", "there is no y"],
  ])("%s: %s", async (text, message) => {
    await expect(askText(program, text, { path: failing })).rejects.toThrow(message);
  });
});

test("writes of the same value are told apart", async () => {
  const program = await compileText(lostUpdate.replace("x = k + 1", "x = 1 + 0 * k"));
  const found = await askText(program, "which writes x");
  expect(lines(found).replaceAll(" (as in this run)", "").split("\n").sort()).toEqual([
    "the write of T1 at line 6 →",
    "the write of T2 at line 6 →",
  ]);
});

describe("a value that is handed over under a lock", () => {
  let program: Program;
  let path: Path;
  beforeAll(async () => {
    program = await compileText(locked);
    path = recordPath(program, new Listed([0, ...Array<number>(12).fill(1)]));
  });

  test("why: the lock orders the write before the read", async () => {
    const at = path.moves.findLastIndex(
      (m, i) => !m.isLocal && i > 0 && machineAt(program, { ...path, moves: path.moves.slice(0, i) }).threads[0]?.locks.length === 1,
    );
    const found = await askText(program, "why x", { path, thread: 0, at });
    expect(found.text).toMatch(/^no: main could not have seen anything but the write of T1 at line 7 in all interleavings, for all inputs/);
    expect(lines(found)).toMatchInlineSnapshot(`
      "T1 writes x at line 7 #10
      then T1 calls pthread_mutex_unlock at line 9 #14
      before main calls pthread_mutex_lock at line 15 (m.__data.__lock) #17
      then main reads x at line 17 #21
      T1 writes x at line 5: overwritten before, by the order of threads and synchronisation #6"
    `);
  });
});

test("every run of a program that always fails fails: no change helps", async () => {
  const program = await compileText(lostUpdate.replace("x == 2", "x == 3"));
  const found = await askText(program, "least change", {
    path: recordPath(program),
    options: { ...machineAt(program, recordPath(program)).options, properties: new Set(["assert"]) },
  });
  expect(found.text).toMatch(/^no: every run violates assert, whatever the schedule, in all interleavings, with the inputs of this run/);
});
