// States as numbers: the number updated step by step equals the one computed from the whole state, undoing a step restores the number,
// and independent steps in either order lead to the same number.

import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findLiveRegisters } from "../../../src/analysis/liveness.ts";
import { CanonicalState } from "../../../src/execution/canonical-state.ts";
import { Footprint } from "../../../src/execution/footprint.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import type { Program } from "../../../src/program/program.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compile, machineOptions } from "../../run.ts";

const folder = new URL("../../programs/", import.meta.url).pathname;
const some = ["safe", "unsafe"].flatMap((kind) =>
  readdirSync(`${folder}${kind}`)
    .filter((_, i) => i % 40 === 5)
    .map((name) => `${folder}${kind}/${name}/program.c`),
);

const properties = ["assert", "memory", "deadlock", "overflow"] as const;

function begin(program: Program, seed: number): { machine: Machine; state: CanonicalState; oracle: RandomScheduler } {
  const machine = new Machine(program, { ...machineOptions(properties), undo: true });
  const oracle = new RandomScheduler(new Rng(seed));
  machine.start(oracle);
  return { machine, oracle, state: new CanonicalState(machine, 2 ** 28, (body) => findLiveRegisters(body, true), false) };
}

describe("step by step", () => {
  let compared = 0;
  for (const file of some)
    test(file.slice(folder.length), async () => {
      const { machine, state, oracle } = begin(await compile(file), 7);
      const ids = [state.capture()];
      const marks: number[] = [];
      while (machine.outcome === null && machine.depth < 150) {
        const candidates = machine.threads.filter((t) => machine.isEnabled(t));
        const picked = oracle.pick(machine, candidates);
        if (typeof picked === "string") break;
        const thread = machine.threads[picked.index] as Thread;
        const [journal, threads] = [machine.memory.mark(), machine.threads.length];
        if (!machine.step(thread, oracle)) break;
        if (machine.outcome !== null) {
          machine.undo();
          break;
        }
        marks.push(state.mark());
        ids.push(state.update([thread.index], journal, threads));
        compared++;
      }
      while (marks.length > 0) {
        if (marks.length % 5 === 0) expect(state.recount()).toBe(ids.at(-1));
        state.undoTo(marks.pop() as number);
        machine.undo();
        ids.pop();
        expect(state.current()).toBe(ids.at(-1));
      }
    });
  test("many of them", () => expect(compared).toBeGreaterThan(300));
});

test("steps that touch different things lead to the same state in either order", async () => {
  let pairs = 0;
  for (const file of some.slice(0, 4)) {
    const program = await compile(file);
    for (const seed of [1, 2, 3]) {
      const { machine, state, oracle } = begin(program, seed);
      state.capture();
      const take = (index: number): { id: number; footprint: Footprint; undo: () => void } | null => {
        const thread = machine.threads[index];
        const [journal, threads, mark] = [machine.memory.mark(), machine.threads.length, state.mark()];
        const footprint = new Footprint();
        const moved =
          thread !== undefined &&
          machine.isEnabled(thread) &&
          machine.step(thread, { choose: () => 0, input: () => 0n }, footprint) !== null;
        if (!moved) return null;
        if (machine.outcome !== null) {
          machine.undo();
          return null;
        }
        const id = state.update([index], journal, threads);
        return {
          id,
          footprint,
          undo: () => {
            state.undoTo(mark);
            machine.undo();
          },
        };
      };
      const both = (a: number, b: number): { id: number; conflict: boolean } | null => {
        const first = take(a);
        if (first === null) return null;
        const second = take(b);
        const result = second && { id: second.id, conflict: first.footprint.conflicts(second.footprint) };
        second?.undo();
        first.undo();
        return result;
      };
      for (let n = 0; n < 60 && machine.outcome === null; n++) {
        for (let a = 0; a < machine.threads.length; a++)
          for (let b = 0; b < a; b++) {
            const [there, back] = [both(a, b), both(b, a)];
            if (there === null || back === null || there.conflict || back.conflict) continue;
            expect(there.id).toBe(back.id);
            pairs++;
          }
        const candidates = machine.threads.filter((t) => machine.isEnabled(t));
        const picked = oracle.pick(machine, candidates);
        if (typeof picked === "string" || take(picked.index) === null) break;
      }
    }
  }
  expect(pairs).toBeGreaterThan(100);
});
