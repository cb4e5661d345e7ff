// Persistent sets that were found before, in other states. A failure means that a set is taken for a state in which it does not suffice.

import { expect, test } from "vitest";
import { Machine } from "../../../src/execution/machine.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import { PersistentSets } from "../../../src/reduction/persistent-sets.ts";
import { Rng } from "../../../src/support/rng.ts";
import { StateVariables } from "../../../src/symbolic/state-variables.ts";
import { buildStepGraph, isStepGraph } from "../../../src/symbolic/step-graph.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { compileText, machineOptions } from "../../run.ts";
import { kept, missed } from "../engines/symex/reduced-programs.ts";

const oracle = { choose: (): number => 0, input: (): bigint => 0n };
const runs = 30;

test.each([...missed.filter(([name]) => /same control|lock|later step/.test(name)), ...kept])(
  "%s: the set of a state is the one that is found in it alone",
  async (_name, text) => {
    const program = await compileText(text);
    const machine = new Machine(program, { ...machineOptions(["assert"]), undo: true });
    const able = (): Machine["threads"] => machine.threads.filter((t) => t.status === "running" && machine.isEnabled(t));
    machine.start(oracle);
    // Up to the state after the creates.
    for (;;) {
      const isOwn = (t: Thread): boolean => t.pendingOperation === "atomic-begin" && t.fn.threadRole !== null;
      const own = machine.threads.length === 1 ? able()[0] : able().find(isOwn);
      if (own === undefined) break;
      machine.step(own, oracle);
    }
    const variables = new StateVariables(new Terms());
    const graph = buildStepGraph(machine, variables);
    if (!isStepGraph(graph)) return;
    const sets = new PersistentSets(machine, variables, graph);
    const { depth } = machine;
    const rng = new Rng(5);
    for (let run = 0; run < runs; run++) {
      while (machine.outcome === null && able().length > 0) {
        const running = machine.threads.filter((t) => t.status === "running");
        const alone = new PersistentSets(machine, variables, graph).find(able(), running);
        const found = sets.find(able(), running);
        expect(found?.threads.map((t) => t.index)).toEqual(alone?.threads.map((t) => t.index));
        expect(found?.facts).toEqual(alone?.facts);
        machine.step(rng.pick(able()), oracle);
      }
      while (machine.depth > depth) machine.undo();
    }
  },
);
