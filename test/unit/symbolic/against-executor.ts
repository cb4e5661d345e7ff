// Step formulas against the executor. In: a program and a seed. Out: what differs, over all steps of a random run: the state after each step, as the formula says and as the
// executor has it; what the step touches; how it ends.

import { findLiveRegisters } from "../../../src/analysis/liveness.ts";
import type { Oracle } from "../../../src/execution/contract.ts";
import { Footprint } from "../../../src/execution/footprint.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import type { Operation, Scalar } from "../../../src/program/operations.ts";
import type { Program } from "../../../src/program/program.ts";
import { Rng } from "../../../src/support/rng.ts";
import { Following } from "../../../src/symbolic/following.ts";
import { MachineState, markAt, type Observed } from "../../../src/symbolic/machine-state.ts";
import { Again, observe } from "../../../src/symbolic/observe.ts";
import { inOrder, readRegister, StateAtHand, StateVariables } from "../../../src/symbolic/state-variables.ts";
import { StepFormulas } from "../../../src/symbolic/step-formulas.ts";
import { Unsupported } from "../../../src/symbolic/unsupported.ts";
import type { ThreadAfter, Touch, Way } from "../../../src/symbolic/way.ts";
import { Evaluator } from "../../../src/terms/evaluate.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { machineOptions } from "../../run.ts";

export interface Compared {
  steps: number;
  blocked: number;
  /** Steps whose way was known before. */
  known: number;
  /** Steps that are not followed, by reason. */
  readonly unsupported: Map<string, number>;
  readonly differences: string[];
}

/** `merges`: branches that meet again are merged. */
export function compareRun(program: Program, seed: number, maxSteps = 400, merges = false): Compared {
  const random = new Rng(seed);
  const machine = new Machine(program, { ...machineOptions(["assert", "memory"]), undo: true });
  const oracle: Oracle = {
    choose: (count) => random.below(count),
    input: (bits, _what, _thread, range) => (range === null ? BigInt(random.below(2 ** Math.min(bits, 16))) : range.first),
    ...unwrittenBy(seed, random),
  };
  machine.start(oracle);
  const variables = new StateVariables(new Terms());
  const out: Compared = { steps: 0, blocked: 0, known: 0, unsupported: new Map(), differences: [] };
  const formulas = new StepFormulas(machine, variables, false, false, merges);
  let marks: ReadonlyMap<number, number> = new Map();
  const attempt = (t: Thread, observed: Observed): Way | null => {
    try {
      const known = formulas.find(t, { choices: observed.choices, inputs: inOrder(observed.inputs) });
      const following = new Following(machine, variables, new MachineState(machine, variables, t, observed), false, false, merges);
      const way = following.follow();
      if (known === null) formulas.learn(t, observed);
      ({ marks } = following.memory);
      const taken = [...way.inputs.values()].reduce((sum, n) => sum + n, 0);
      if (taken !== observed.inputs.length)
        out.differences.push(`${observed.inputs.length} inputs in the executor, ${taken} in the formula`);
      if (known !== null) {
        out.known++;
        if (!isSameWay(known, way)) out.differences.push("a way that is kept differs from the one that is followed");
      }
      const evaluator = new Evaluator(new StateAtHand(machine, variables, inOrder(observed.inputs)));
      const ways = formulas.waysAt(t).filter((w) => w.choices.join() === way.choices.join() && holds(w, evaluator));
      if (ways.length !== 1) out.differences.push(`${ways.length} ways are possible`);
      return way;
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      out.unsupported.set(error.what, (out.unsupported.get(error.what) ?? 0) + 1);
      return null;
    }
  };
  while (machine.outcome === null && out.steps < maxSteps && out.differences.length === 0) {
    const running = machine.threads.filter((t) => t.status === "running");
    const enabled = running.filter((t) => machine.isEnabled(t));
    for (const t of running)
      if (!enabled.includes(t) && t.pendingFault === null) {
        const way = attempt(t, observe(machine, t, oracle));
        out.blocked++;
        if (way !== null && way.threads[0]?.end.kind !== "blocked") out.differences.push(`T${t.index} waits, but the formula goes on`);
      }
    if (enabled.length === 0) break;
    const t = random.pick(enabled);
    const isPending = t.pendingFault !== null;
    const observed = observe(machine, t, oracle);
    if (!observed.isTaken) continue;
    const way = isPending ? null : attempt(t, observed);
    const evaluator = new Evaluator(new StateAtHand(machine, variables, inOrder(observed.inputs)));
    if (way !== null && observed.inputs.length > 0)
      out.differences.push(...differencesForOthers(machine, variables, t, way, observed, random, oracle));
    // All terms are evaluated before the step.
    const expected = way === null ? null : expectedAfter(machine, way, evaluator);
    const footprint = new WithoutComparisons();
    machine.step(t, new Again(observed, oracle), footprint);
    out.steps++;
    if (way !== null && expected !== null)
      out.differences.push(
        ...[...differences(machine, way, expected, footprint), ...markDifferences(machine, marks)].map(
          (d) => `${d} (${machine.lastStep.function?.name}: ${machine.lastStep.function?.ops[machine.lastStep.operation]})`,
        ),
      );
  }
  return out;
}

/** What unwritten memory holds: the fill; any value, and all of them are covered; or those that some operations read are. */
function unwrittenBy(seed: number, random: Rng): Pick<Oracle, "unwritten" | "coversUnwritten"> {
  if (seed % 3 === 0) return {};
  const covered = new Map<Operation, boolean>();
  return {
    unwritten: (bits, settled, _thread, isCovered) => settled ?? (isCovered ? BigInt(random.below(2 ** Math.min(bits, 9))) : 0n),
    coversUnwritten: (_f, o) => {
      if (!covered.has(o)) covered.set(o, seed % 3 === 1 || random.below(2) === 0);
      return covered.get(o) as boolean;
    },
  };
}

/** Bytes of which the formula says otherwise whether they are written: states after the step have the same control then, and are not the same. */
function markDifferences({ memory, outcome }: Machine, marks: ReadonlyMap<number, number>): string[] {
  if (outcome !== null) return [];
  const out: string[] = [];
  for (const [address, mark] of marks) {
    const o = memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
    // A larger object that has ended in the step may have lain there: what lies after this one means nothing.
    if (!o?.live || address >= o.address + o.size) continue;
    const found = markAt(o.region, address - o.region.base);
    if (found !== mark) out.push(`byte ${address - o.address} of ${o.name || o.kind} has mark ${found}, not ${mark}`);
  }
  return out;
}

/** How many other inputs of a step are tried. */
const maxOthers = 3;

/** The step with other inputs for which it goes the same way: what it does then agrees with the way as well. */
function differencesForOthers(
  machine: Machine,
  variables: StateVariables,
  t: Thread,
  way: Way,
  observed: Observed,
  random: Rng,
  oracle: Oracle,
): string[] {
  const out: string[] = [];
  for (let i = 0; i < maxOthers; i++) {
    const inputs = observed.inputs.map((x) => {
      const value = random.below(2) === 0 ? x.value ^ BigInt(1 + random.below(7)) : BigInt(random.below(256));
      return x.isUnwritten === true && x.isCovered !== true ? x : { ...x, value };
    });
    const evaluator = new Evaluator(new StateAtHand(machine, variables, inOrder(inputs)));
    if (!holds(way, evaluator)) continue;
    const expected = expectedAfter(machine, way, evaluator);
    const footprint = new WithoutComparisons();
    t.blockedAt = -1;
    const isTaken = machine.step(t, new Again({ ...observed, inputs }, oracle), footprint) !== null;
    if (isTaken === (way.threads[0]?.end.kind === "blocked")) out.push("a step with other inputs waits, or its formula does");
    if (!isTaken) continue;
    out.push(...differences(machine, way, expected, footprint).map((d) => `with other inputs: ${d}`));
    machine.undo();
  }
  return out;
}

export const holds = (way: Way, evaluator: Evaluator): boolean => way.guard.every((g) => evaluator.value(g) === 1n);

const isSameWay = (a: Way, b: Way): boolean =>
  a.guard.length === b.guard.length &&
  a.guard.every((g, i) => g === b.guard[i]) &&
  JSON.stringify([a.touches, a.choices, [...a.inputs], a.threads.map(({ end, frames }) => [end, frames])]) ===
    JSON.stringify([b.touches, b.choices, [...b.inputs], b.threads.map(({ end, frames }) => [end, frames])]) &&
  a.cells.length === b.cells.length &&
  a.cells.every((c, i) => c.value === b.cells[i]?.value && c.address === b.cells[i]?.address) &&
  a.threads.every((t, i) => t.registers.every((f, level) => f.every((r, n) => r === b.threads[i]?.registers[level]?.[n])));

/** Whether objects live whose addresses are compared matters only if addresses are reused. */
export class WithoutComparisons extends Footprint {
  override add(address: number, size: number, write: boolean, kind?: "read" | "write" | "update"): void {
    if (write || size !== 1 || kind !== undefined) super.add(address, size, write, kind);
  }
}

export interface Expected {
  readonly memory: ReadonlyMap<number, number>;
  readonly before: ReadonlyMap<number, Uint8Array>;
  readonly registers: readonly (readonly (bigint | null)[])[][];
  readonly guards: readonly string[];
}

export function expectedAfter(machine: Machine, way: Way, evaluator: Evaluator): Expected {
  const memory = new Map<number, number>();
  for (const { address, size, value } of way.cells) {
    const n = evaluator.value(value);
    for (let i = 0; i < size; i++) memory.set(address + i, Number((n >> BigInt(8 * i)) & 255n));
  }
  const before = new Map(machine.memory.opened.map((r) => [r.base, r.bytes.slice(0, r.next)]));
  const registers = way.threads.map(({ registers: frames }) =>
    frames.map((f) => f.map((t) => (t === undefined ? null : evaluator.value(t)))),
  );
  const guards = way.guard.filter((g) => evaluator.value(g) !== 1n).map(String);
  return { memory, before, registers, guards };
}

export function differences(machine: Machine, way: Way, expected: Expected, footprint: Footprint): string[] {
  const out: string[] = [];
  if (expected.guards.length > 0) out.push(`guards do not hold: ${expected.guards.join(", ")}`);
  const [first] = way.threads as [ThreadAfter, ...ThreadAfter[]];
  const isOver = machine.outcome !== null;
  const ends = way.threads.some(({ end }) => end.kind === "process" || (end.kind === "error" && !end.pending));
  if (isOver !== ends) out.push(`the run ${isOver ? "ends" : "goes on"}, the formula says ${JSON.stringify(first.end)}`);
  if (isOver) {
    const { outcome } = machine;
    const error = way.threads.find(({ end }) => end.kind === "error")?.end;
    if (outcome?.kind === "error" && error?.kind === "error" && outcome.violation.kind !== error.error)
      out.push(`${outcome.violation.kind} instead of ${error.error}`);
    return out;
  }
  for (const [i, after] of way.threads.entries())
    out.push(...threadDifferences(machine, after, expected.registers[i] as readonly (readonly (bigint | null)[])[]));
  for (const r of machine.memory.opened)
    for (const o of r.objects) {
      if (!o.live) continue;
      for (let i = 0; i < o.size; i++) {
        const fresh = way.begun.findLast((b) => b.address <= o.address + i && o.address + i < b.address + b.size)?.fill;
        const told = expected.memory.get(o.address + i) ?? fresh ?? expected.before.get(r.base)?.[o.start + i];
        const found = r.bytes[o.start + i];
        const isUnwritten = r.written !== null && r.written[o.start + i] === 0;
        if (!isUnwritten && told !== found) {
          out.push(`byte ${i} of ${o.name || o.kind} is ${found}, not ${told}`);
          break;
        }
      }
    }
  const touched = bytesOf(
    footprint.starts.slice(0, footprint.count).map((address, i) => ({
      address,
      size: (footprint.ends[i] as number) - address,
      writes: footprint.writes[i] as boolean,
    })),
  );
  const told = bytesOf(way.touches);
  for (const at of new Set([...touched.keys(), ...told.keys()]))
    if (touched.get(at) !== told.get(at))
      return [...out, `touches ${at}: ${touched.get(at)} in the executor, ${told.get(at)} in the formula`];
  return out;
}

/** Every byte that is touched, and whether it is written. */
function bytesOf(touches: readonly Touch[]): Map<number, boolean> {
  const bytes = new Map<number, boolean>();
  for (const { address, size, writes } of touches)
    for (let at = address; at < address + size; at++) bytes.set(at, writes || (bytes.get(at) ?? false));
  return bytes;
}

function threadDifferences(machine: Machine, after: ThreadAfter, registers: readonly (readonly (bigint | null)[])[]): string[] {
  const out: string[] = [];
  const t = machine.threads[after.thread];
  if (t === undefined) return [`there is no thread ${after.thread}`];
  const status = { step: "running", thread: "finished", assumption: "assume-blocked" }[after.end.kind as string] ?? "running";
  if (t.status !== status) out.push(`T${t.index} is ${t.status}, not ${status}`);
  const hasFault = t.pendingFault !== null;
  if (hasFault !== (after.end.kind === "error"))
    out.push(`T${t.index} ${hasFault ? "has failed" : "goes on"}, the formula says ${after.end.kind}`);
  if (after.end.kind !== "step") return out;
  const depth = after.frames.length - 1;
  if (t.depth !== depth) return [...out, `T${t.index} has ${t.depth + 1} frames, not ${depth + 1}`];
  for (const [level, at] of after.frames.entries()) {
    const frame = t.frameAt(level);
    const fn = machine.code[frame.function];
    if (fn === undefined || frame.function !== at.function || fn.operationAt[frame.pc] !== at.operation) {
      out.push(`T${t.index} stands at ${fn?.name}:${fn?.operationAt[frame.pc]}, not ${at.function}:${at.operation}`);
      continue;
    }
    const live = findLiveRegisters(fn.body, false);
    for (const r of level < depth ? live.after(at.operation) : live.before(at.operation)) {
      const { bits } = fn.body.registers[r] as Scalar;
      if ((fn.slots[r] as number) < 0) continue;
      const told = BigInt.asUintN(bits, registers[level]?.[r] ?? 0n);
      const found = readRegister(machine, t, level, r);
      if (told !== found) out.push(`register ${r} of ${fn.name} is ${found}, not ${told}`);
    }
  }
  return out;
}
