// Whatever was done in a session, it stands in the state that its path gives on a fresh machine; and a path and its schedule are the same run.

import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { StepKind } from "../../../src/debugger/contract.ts";
import { scheduleOf } from "../../../src/debugger/moves.ts";
import { Session } from "../../../src/debugger/session.ts";
import { completePath, Walker } from "../../../src/debugger/walker.ts";
import { fingerprint } from "../../../src/execution/fingerprint.ts";
import { defaultFreedoms } from "../../../src/execution/freedoms.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { Rng } from "../../../src/support/rng.ts";
import { replay } from "../../../src/witness/replay.ts";
import { recordRun } from "../../../src/witness/schedule.ts";
import { compile } from "../../run.ts";
import { debugOptions } from "./sessions.ts";

const folder = new URL("../../programs/", import.meta.url).pathname;
const every = (kind: string, n: number): string[] =>
  readdirSync(`${folder}${kind}`)
    .filter((_, i) => i % n === 3)
    .map((name) => `${folder}${kind}/${name}/program.c`);
const programs = [...every("safe", 24), ...every("unsafe", 24)];
const limits = { maxSteps: 400, interrupted: () => false };
const kinds: readonly StepKind[] = ["visible", "line", "over", "out"];

/** Steps, steps back, jumps and runs of a few threads, by chance. */
function wander(session: Session, rng: Rng, actions: number): void {
  for (let i = 0; i < actions; i++) {
    const threads = session.machine.threads.length;
    const kind = rng.pick(kinds);
    const action = rng.below(12);
    if (action < 6) session.step(rng.below(threads), kind);
    else if (action < 9) session.back(rng.below(threads), kind);
    else if (action < 11) {
      const fork = rng.pick(session.state().forks);
      session.goTo({ fork: fork.id, move: rng.below(fork.length + 1) });
    } else if (session.state().inputs.length > 0) session.setInput(rng.below(session.state().inputs.length), String(rng.below(5)));
  }
}

describe("a session stands where a fresh machine would", () => {
  for (const [i, file] of programs.entries())
    test(file.slice(folder.length), async () => {
      const program = await compile(file);
      const session = new Session({ program, machine: debugOptions, schedule: null, source: { line: () => null } });
      const rng = new Rng(100 + i);
      for (let round = 0; round < 10; round++) {
        wander(session, rng, 50);
        const { start, moves, length } = session.path;
        const fresh = new Walker(program, debugOptions, start, true);
        for (const m of moves.slice(0, length)) expect(fresh.move(m.thread, m)).not.toBeNull();
        expect(fingerprint(session.machine)).toBe(fingerprint(fresh.machine));
        // The same run by steps: as far as it has come, and with the local moves that are left.
        const whole = completePath(program, debugOptions, { start, moves: moves.slice(0, length) });
        const schedule = scheduleOf(whole);
        const plain = new Machine(program, { ...debugOptions, undo: false });
        const shown = replay(plain, schedule);
        expect(plain.stepCount).toBe(schedule.steps.length);
        const ended = new Walker(program, debugOptions, start, false);
        for (const m of whole.moves) ended.move(m.thread, m);
        expect(shown.output.length).toBe(ended.machine.outputs.reduce((n, o) => n + o.bytes.length, 0));
        expect(plain.inputs.map((x) => x.value).sort()).toEqual(ended.machine.inputs.map((x) => x.value).sort());
        for (const g of program.objects)
          if (!g.threadLocal && !g.constant && !g.library) expect([g.name, bytesOf(plain, g)]).toEqual([g.name, bytesOf(ended.machine, g)]);
      }
    });
});

const bytesOf = (m: Machine, g: { readonly address: bigint; readonly size: number }): string => {
  const at = Number(g.address) - m.memory.globals.base;
  return m.memory.globals.bytes.slice(at, at + g.size).join(" ");
};

describe("a schedule becomes moves and comes back the same", () => {
  for (const file of programs)
    test(file.slice(folder.length), async () => {
      const program = await compile(file);
      for (let seed = 1; seed <= 6; seed++) {
        const machine = { ...debugOptions, freedoms: seed % 2 === 0 ? new Set(defaultFreedoms) : debugOptions.freedoms };
        const { schedule } = recordRun(new Machine(program, { ...machine, undo: false }), new RandomScheduler(new Rng(seed)), limits);
        const { prelude, steps: _, ...environment } = schedule;
        const walker = new Walker(program, machine, { ...environment, prelude: { choices: prelude, inputs: schedule.inputs } }, false);
        const { path, divergedAt } = walker.follow(schedule);
        expect([seed, divergedAt]).toEqual([seed, -1]);
        expect(scheduleOf(path)).toEqual(schedule);
      }
    });
});
