// The shadow of symbolic exploration against the executor. In: a program and a seed. Out: what differs, over a random run: with other inputs of the same path, the same schedule must be possible, and lead to
// the state that the shadow tells.

import { findLiveRegisters } from "../../../src/analysis/liveness.ts";
import { type Assignment, environmentOf, Inputs } from "../../../src/engines/symex/inputs.ts";
import { Shadow } from "../../../src/engines/symex/shadow.ts";
import { followStart } from "../../../src/engines/symex/start.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import type { Scalar } from "../../../src/program/operations.ts";
import type { Program } from "../../../src/program/program.ts";
import { Rng } from "../../../src/support/rng.ts";
import { observe } from "../../../src/symbolic/observe.ts";
import { readRegister, StateVariables } from "../../../src/symbolic/state-variables.ts";
import { StepFormulas } from "../../../src/symbolic/step-formulas.ts";
import { Unsupported } from "../../../src/symbolic/unsupported.ts";
import type { Way } from "../../../src/symbolic/way.ts";
import { Evaluator } from "../../../src/terms/evaluate.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { machineOptions } from "../../run.ts";

export interface ComparedPath {
  steps: number;
  /** Other inputs of a path that were compared. */
  others: number;
  /** Bytes and registers that the shadow told differently from the run at hand. */
  open: number;
  unsupported: string | null;
  readonly differences: string[];
}

/** Inputs that are looked for at the end of a path, and every so many steps. */
const triesPerPath = 8;
const stepsBetween = 5;

/** Random values for whatever is asked for: small ones, since programs compare with small numbers. */
class RandomInputs extends Map<string, bigint> {
  constructor(
    readonly random: Rng,
    known: Assignment = new Map(),
  ) {
    super(known);
  }

  override get(name: string): bigint {
    const known = super.get(name) ?? BigInt(this.random.below(this.random.below(2) === 0 ? 4 : 256));
    this.set(name, known);
    return known;
  }
}

interface Taken {
  readonly thread: string;
  readonly choices: readonly number[];
}

const newMachine = (program: Program): Machine => new Machine(program, { ...machineOptions(["assert", "memory"]), undo: true });

export function comparePath(program: Program, seed: number, maxSteps = 120, merges = false): ComparedPath {
  const random = new Rng(seed);
  const machine = newMachine(program);
  const terms = new Terms();
  const variables = new StateVariables(terms);
  const formulas = new StepFormulas(machine, variables, false, false, merges);
  const inputs = new Inputs(terms, machine, [], 0, true);
  const shadow = new Shadow(machine, variables, inputs);
  const values = new RandomInputs(random);
  inputs.assign(values);
  const conditions: Term[] = [];
  const schedule: Taken[] = [];
  const out: ComparedPath = { steps: 0, others: 0, open: 0, unsupported: null, differences: [] };
  const follow = (way: Way): void => {
    const reader = shadow.reader();
    for (const g of way.guard) conditions.push(reader.apply(g));
    shadow.apply(way, reader);
  };
  const compare = (): void => {
    for (let i = 0; i < triesPerPath && out.differences.length === 0; i++) {
      const other = otherInputs(values, random);
      const evaluator = new Evaluator(environmentOf(other));
      if (!conditions.every((c) => evaluator.value(c) === 1n)) continue;
      out.others++;
      const again = new Again(program, terms, other, start, schedule);
      out.differences.push(...(again.failure === null ? again.differences(machine, variables, shadow, evaluator, out) : [again.failure]));
    }
  };
  const start = [random.below(2), random.below(3)];
  inputs.begin(start);
  machine.start(inputs);
  try {
    const way = followStart({ machine, variables, formulas, inputs }, machine.inputs.length);
    if (way !== null) follow(way);
    while (machine.outcome === null && out.steps < maxSteps && out.differences.length === 0) {
      const able = machine.threads.filter((t) => t.status === "running" && t.pendingFault === null && machine.isEnabled(t));
      if (able.length === 0) break;
      const t = random.pick(able);
      const choices = [random.below(2), random.below(2), random.below(3)];
      inputs.begin(choices);
      const seen = observe(machine, t, inputs);
      if (!seen.isTaken) continue;
      follow(formulas.find(t, { choices: seen.choices, inputs: inputs.next }) ?? formulas.learn(t, seen));
      inputs.begin(choices);
      machine.step(t, inputs);
      schedule.push({ thread: t.name, choices });
      out.steps++;
      if (out.steps % stepsBetween === 0 && machine.outcome === null) compare();
    }
    if (machine.outcome === null) compare();
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    out.unsupported = error.what;
  }
  return out;
}

/** Some inputs have other values. */
function otherInputs(values: Assignment, random: Rng): Assignment {
  const other = new RandomInputs(random, values);
  for (const [name, value] of values)
    if (random.below(2) === 0) other.set(name, random.below(2) === 0 ? value ^ BigInt(1 + random.below(3)) : BigInt(random.below(256)));
  return other;
}

/** The same schedule with other inputs, on a machine of its own. */
class Again {
  readonly #machine: Machine;
  /** Why the schedule is not possible; null: it is. */
  readonly failure: string | null = null;

  constructor(program: Program, terms: Terms, values: Assignment, start: readonly number[], schedule: readonly Taken[]) {
    const machine = newMachine(program);
    this.#machine = machine;
    const inputs = new Inputs(terms, machine, [], 0, true);
    inputs.assign(values);
    inputs.begin(start);
    machine.start(inputs);
    for (const [i, { thread, choices }] of schedule.entries()) {
      inputs.begin(choices);
      const t = machine.threads.find(({ name }) => name === thread);
      if (t === undefined || machine.outcome !== null || machine.step(t, inputs) === null) {
        this.failure = `with other inputs, step ${i + 1} of ${schedule.length} is not possible`;
        return;
      }
    }
  }

  differences(first: Machine, variables: StateVariables, shadow: Shadow, evaluator: Evaluator, out: ComparedPath): string[] {
    const reader = shadow.reader();
    const told = (variable: Term): bigint => {
      const term = reader.apply(variable);
      if (term.op !== "constant") out.open++;
      return evaluator.value(term);
    };
    const differences: string[] = [];
    if (this.#machine.outcome !== null) return ["with other inputs, the run has ended"];
    for (const t of first.threads) {
      const other = this.#machine.threads[t.index];
      if (other === undefined || other.status !== t.status || other.depth !== t.depth) return [`T${t.index} stands elsewhere`];
      if (t.status === "running" && t.pendingFault === null) differences.push(...this.#registers(first, t, other, variables, told));
    }
    for (const r of first.memory.opened) {
      const region = this.#machine.memory.opened.find((x) => x.base === r.base);
      for (const o of r.objects) {
        for (let i = 0; o.live && i < o.size; i++) {
          if (r.written !== null && r.written[o.start + i] === 0) continue;
          const found = region?.bytes[o.start + i];
          const isFixed = shadow.isFixed({ kind: "cell", address: o.address + i, size: 1 });
          const expected = isFixed ? r.bytes[o.start + i] : Number(told(variables.cell(o.address + i, 1)));
          if (found === expected) continue;
          differences.push(`with other inputs, byte ${i} of ${o.name || o.kind} is ${found}, not ${expected}`);
          break;
        }
      }
    }
    return differences;
  }

  #registers(first: Machine, t: Thread, other: Thread, variables: StateVariables, told: (variable: Term) => bigint): string[] {
    const differences: string[] = [];
    for (let level = 0; level <= t.depth; level++) {
      const [at, there] = [t.frameAt(level), other.frameAt(level)];
      const fn = first.code[at.function];
      if (fn === undefined || there.function !== at.function || there.pc !== at.pc) return [`T${t.index} stands elsewhere`];
      const live = findLiveRegisters(fn.body, false);
      const k = fn.operationAt[at.pc] ?? 0;
      for (const r of level < t.depth ? live.after(k) : live.before(k)) {
        if ((fn.slots[r] as number) < 0) continue;
        const expected = told(variables.register(t.index, level, r, (fn.body.registers[r] as Scalar).bits));
        const found = readRegister(this.#machine, other, level, r);
        if (found !== expected) differences.push(`with other inputs, register ${r} of ${fn.name} is ${found}, not ${expected}`);
      }
    }
    return differences;
  }
}
