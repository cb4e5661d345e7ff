// Views of programs of the corpus, wherever their threads stand: each value is what its expression gives, its children are as many as it says, and looking changes nothing. Functions
// called with zeros return or are refused.

import { expect, test } from "vitest";
import type { ValueView } from "../../../src/debugger/contract.ts";
import { ExpressionError, evaluate, type Frame } from "../../../src/debugger/expressions/evaluate.ts";
import { nameIndex } from "../../../src/debugger/expressions/names.ts";
import { childrenOf, globalsOf, localsOf, viewValue } from "../../../src/debugger/values/view.ts";
import { allProperties } from "../../../src/execution/errors.ts";
import { fingerprint } from "../../../src/execution/fingerprint.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compile, machineOptions } from "../../run.ts";

const maxDepth = 2;
const maxChildren = 4;

/** The views of a frame and of what they are made of, each checked against its expression. */
function check(frame: Frame, views: readonly ValueView[], depth: number): number {
  let count = views.length;
  for (const v of views) {
    expect(v.text).not.toMatch(/NaN|undefined|\[object/);
    if (v.expression === "" || v.expression.includes(" ... ")) continue;
    try {
      expect(viewValue(frame, v.name, evaluate(frame, v.expression), v.expression)).toEqual(v);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      expect(v.text).toBe(`(${error.message})`);
    }
    if (v.children === 0 || depth === maxDepth) continue;
    const children = childrenOf(frame, v.expression);
    expect([v.expression, children.length]).toEqual([v.expression, v.children]);
    count += check(frame, children.slice(0, maxChildren), depth + 1);
  }
  return count;
}

function callAll(frame: Frame): number {
  const index = nameIndex(frame.machine.program);
  let refused = 0;
  for (const f of frame.machine.program.functions) {
    if (f.library) continue;
    const zeros = (index.typeOf(f.id)?.params ?? []).map(() => "0");
    try {
      evaluate(frame, `${f.name}(${zeros.join(", ")})`);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      refused++;
    }
  }
  return refused;
}

test.each(["safe/app-lru-cache", "unsafe/app-codec-registry"])("%s", async (name) => {
  const machine = new Machine(await compile(`test/programs/${name}/program.c`), {
    ...machineOptions(allProperties),
    undo: true,
    stopsAtLines: true,
  });
  const rng = new Rng(4);
  const oracle = { choose: () => 0, input: () => 1n };
  machine.start(oracle);
  let [views, refused] = [0, 0];
  for (let n = 0; n < 160; n++) {
    const enabled = machine.threads.filter((t) => machine.isEnabled(t));
    if (enabled.length === 0 || machine.outcome !== null) break;
    if (n % 40 === 39) {
      const before = fingerprint(machine);
      for (const thread of machine.threads)
        for (let level = 0; level <= thread.depth; level++)
          views += check({ machine, thread, level }, localsOf({ machine, thread, level }), 0);
      const main = { machine, thread: machine.threads[0] as Frame["thread"], level: 0 };
      views += check(main, globalsOf(machine), 0);
      refused += callAll(main);
      expect(fingerprint(machine)).toBe(before);
    }
    machine.step(enabled[rng.below(enabled.length)] as Frame["thread"], oracle);
  }
  expect(views).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(10);
});
