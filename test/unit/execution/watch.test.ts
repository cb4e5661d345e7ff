// Whether a thread is enabled is remembered while the data that it read stays the same, and not probed where its section can
// never block. After any sequence of steps and undos, the answer must be that of a new probe.

import { expect, test } from "vitest";
import { Machine, type Oracle } from "../../../src/execution/machine.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compile, machineOptions } from "../../run.ts";

const walks = 4;
const moves = 150;

const programs = [
  "safe/cv-bounded-buffer",
  "safe/cv-barrier-generation",
  "safe/join-then-free",
  "safe/rwlock-try-write",
  "safe/sem-turnstile-barrier",
  "unsafe/cancel-holding-lock",
  "unsafe/cv-timeout-ignored",
];

/** The answer of a probe that remembers nothing and knows nothing about the code. */
function probeAnew(machine: Machine, t: Thread): boolean {
  const { probed, pc } = t;
  const { blocksAt } = t.fn;
  const blocks = blocksAt[pc];
  t.probed = null;
  t.blockedAt = -1;
  blocksAt[pc] = true;
  const enabled = machine.isEnabled(t);
  t.probed = probed;
  blocksAt[pc] = blocks;
  return enabled;
}

test.each(programs)("%s: remembered answers are right", async (name) => {
  const program = await compile(`test/programs/${name}/program.c`);
  const machine = new Machine(program, { ...machineOptions(["assert", "memory", "deadlock"]), undo: true });
  let remembered = 0;
  let certain = 0;
  let changes = 0;
  for (let seed = 1; seed <= walks; seed++) {
    const rng = new Rng(seed);
    const oracle: Oracle = { choose: (count) => rng.below(count), input: () => 0n };
    machine.start(oracle);
    let last = new Map<string, boolean>();
    for (let move = 0; move < moves; move++) {
      const now = new Map<string, boolean>();
      for (const t of machine.threads) {
        if (t.probed?.holds(machine.memory)) remembered++;
        const enabled = machine.isEnabled(t);
        if (t.fn.blocksAt[t.pc] === false) certain++;
        expect(enabled).toBe(probeAnew(machine, t));
        now.set(t.name, enabled);
        if (last.has(t.name) && last.get(t.name) !== enabled) changes++;
      }
      last = now;
      const ready = machine.threads.filter((t) => machine.isEnabled(t));
      const back = machine.depth > 0 && (ready.length === 0 || rng.below(4) === 0);
      if (!back && ready.length === 0) break;
      if (back) for (let n = 1 + rng.below(Math.min(machine.depth, 3)); n > 0; n--) machine.undo();
      else machine.step(ready[rng.below(ready.length)] as Thread, oracle);
    }
  }
  // The walks must remember some answers and discard some.
  expect(remembered).toBeGreaterThan(20);
  expect(changes).toBeGreaterThan(5);
  expect(certain).toBeGreaterThan(5);
});
