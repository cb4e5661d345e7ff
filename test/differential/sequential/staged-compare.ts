// Checks one observed program with the executor and the staged engine. In: the program's tree and the domains of its inputs. Out: the engine's
// answer to each question, and where it contradicts the runs. The executor runs the program once for every choice of inputs, so the set of
// observable values is known; the engine, for which the inputs are arbitrary, must prove that there are no others and find
// each of them. Undecided questions are counted by their code.

import { runStaged } from "../../../src/engines/staged/staged.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Program } from "../../../src/program/program.ts";
import { causeOfStop, unknownBecause } from "../../../src/reports/unknown.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { run } from "../../../src/scheduling/run.ts";
import { Budget } from "../../../src/support/budget.ts";
import { RavelError } from "../../../src/support/diagnostics.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compileText, engineTask, machineOptions } from "../../run.ts";
import { answersOf } from "../answers.ts";
import { howMany, maxLogged, type Observed } from "./observe.ts";
import { render } from "./tree.ts";

const properties: readonly Property[] = ["assert", "memory", "overflow"];

/** The maximum cost of one question: readings of the clock, which counts them, and conflicts of the solver. */
export interface Limits {
  readonly looks: number;
  readonly conflicts: number;
}

export interface Answer {
  readonly question: string;
  readonly property: Property;
  readonly expected: "safe" | "unsafe";
  /** "safe", "unsafe", "bounded", "does not replay", or the code of the reason for `unknown`. */
  readonly said: string;
  readonly reason: string;
}

export interface StagedComparison {
  /** Why there is nothing to compare, or null. */
  readonly skipped: string | null;
  readonly runs: number;
  readonly answers: readonly Answer[];
  readonly wrong: readonly string[];
}

interface Run {
  /** The observed values, if the run finished. */
  readonly values: readonly bigint[] | null;
  readonly violated: ReadonlySet<Property>;
  readonly stopped: string | null;
}

type Settings = Readonly<Record<string, bigint | readonly bigint[]>>;

export async function compareStaged(observed: Observed, seed: number, limits: Limits): Promise<StagedComparison> {
  const nothing = (skipped: string): StagedComparison => ({ skipped, runs: 0, answers: [], wrong: [] });
  let program: Program;
  try {
    program = await compileText(render(observed.program), observed.program.model);
  } catch (error) {
    if (error instanceof RavelError) return nothing(`does not compile: ${error.message}`);
    throw error;
  }
  const choices = combinations(observed.domains);
  const runs = choices.map((input) => {
    // No value is in the empty set: the first run ends at the question and gives the values observed so far; the second continues after it.
    const [until, on] = [1n, 0n].map((ask_member) => runOnce(set(program, { ask_which: howMany, input, ask_member }))) as [Run, Run];
    return { values: until.values, violated: on.violated, stopped: until.stopped ?? on.stopped };
  });
  const stopped = runs.find((r) => r.stopped !== null)?.stopped;
  if (stopped !== undefined) return nothing(`the executor: ${stopped}`);
  const answers: Answer[] = [];
  const rng = new Rng(seed);
  const encoding = rng.weighted([
    [7, "staged"],
    [2, "cssa"],
    [1, "eager"],
  ] as const);
  for (const [i, which] of choosePlaces(runs, rng).entries()) {
    const values = [...new Set(runs.flatMap((r) => (r.values === null ? [] : [valueAt(r.values, which)])))];
    const ask = async (question: string, expected: readonly bigint[], member: boolean, about: readonly Property[]): Promise<void> => {
      const settings = {
        ask_which: which,
        ask_arbitrary: 1n,
        ask_expected: expected,
        ask_count: BigInt(expected.length),
        ask_member: member ? 1n : 0n,
      };
      const fails = values.some((v) => expected.includes(v) !== member);
      const truth = (p: Property): boolean => (p === "assert" ? fails : runs.some((r) => r.violated.has(p)));
      const text = `${question} of ${which === howMany ? "how many" : which}`;
      for (const [property, { said, reason }] of await answer(set(program, settings), about, encoding, limits))
        answers.push({ question: text, property, expected: truth(property) ? "unsafe" : "safe", said, reason });
    };
    await ask("all values", values, true, i === 0 ? properties : ["assert"]);
    if (values.length > 0) {
      const one = values[seed % values.length] as bigint;
      await ask("not this one", [one], false, ["assert"]);
      if (values.length > 1)
        await ask(
          "all but one",
          values.filter((v) => v !== one),
          true,
          ["assert"],
        );
    }
  }
  const wrong = answers.filter(isWrong).map((a) => `${a.property}, ${a.question}: ${a.said}, but it is ${a.expected} ${a.reason}`);
  return { skipped: null, runs: choices.length, answers, wrong };
}

/** The `which`-th observed value; 0 if there were fewer. */
function valueAt(values: readonly bigint[], which: bigint): bigint {
  return which === howMany ? BigInt(values.length) : (values[Number(which)] ?? 0n);
}

/** Two values to ask about, preferably ones that depend on the inputs. */
function choosePlaces(runs: readonly Run[], rng: Rng): bigint[] {
  const ended = runs.flatMap((r) => (r.values === null ? [] : [r.values]));
  const most = Math.max(0, ...ended.map((v) => v.length));
  const all = [howMany, ...Array.from({ length: most }, (_, i) => BigInt(i))];
  const varying = all.filter((which) => new Set(ended.map((v) => valueAt(v, which))).size > 1);
  return [...new Set([rng.pick(varying.length > 0 ? varying : all), rng.pick(rng.chance(0.5) && varying.length > 0 ? varying : all)])];
}

function isWrong({ said, expected }: Answer): boolean {
  if (said === "safe" || said === "unsafe") return said !== expected;
  return said === "does not replay" || said === "nothing" || said.startsWith("RVL9") || said.startsWith("crash");
}

function combinations(domains: readonly number[]): bigint[][] {
  let all: bigint[][] = [[]];
  for (const n of domains) all = all.flatMap((chosen) => Array.from({ length: n }, (_, i) => [...chosen, BigInt(i)]));
  return all;
}

/** The program with other values in its globals. */
function set(program: Program, values: Settings): Program {
  const sizes: Readonly<Record<string, number>> = { input: 1, ask_expected: 8 };
  const objects = program.objects.map((o) => {
    const value = values[o.name];
    if (value === undefined) return o;
    const image = new Uint8Array(o.size);
    const size = sizes[o.name] ?? 4;
    const list = typeof value === "bigint" ? [value] : value;
    for (const [i, v] of list.entries()) for (let b = 0; b < size; b++) image[i * size + b] = Number((v >> BigInt(8 * b)) & 0xffn);
    return { ...o, image };
  });
  const missing = Object.keys(values).filter((name) => !objects.some((o) => o.name === name));
  if (missing.length > 0 && !(missing.length === 1 && missing[0] === "input")) throw new Error(`there is no ${missing.join()}`);
  return { ...program, objects };
}

function runOnce(program: Program): Run {
  const machine = new Machine(program, { ...machineOptions(properties), undo: false });
  run(machine, new RandomScheduler(new Rng(1)), { maxSteps: 2_000_000, interrupted: () => false });
  const read = (name: string, size: number): bigint[] => {
    const o = machine.memory.globals.objects.find((g) => g.name === name);
    if (o === undefined) throw new Error(`there is no ${name}`);
    const word = (at: number): bigint => {
      let value = 0n;
      for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(o.region.bytes[o.start + at + i] as number);
      return value;
    };
    return Array.from({ length: o.size / size }, (_, i) => word(i * size));
  };
  const { outcome } = machine;
  const count = Number(read("seen_count", 4)[0]);
  const ended = read("seen_end", 4)[0] !== 0n;
  const violated = new Set(machine.violations.map((v) => v.property));
  violated.delete("assert"); // the assertion at the end has no question yet
  const stopped =
    outcome === null
      ? "does not end"
      : outcome.kind === "stopped"
        ? unknownBecause(causeOfStop(outcome)).code
        : outcome.kind === "abort" && !ended
          ? "abort"
          : count > maxLogged
            ? "too many values"
            : null;
  return { values: ended ? read("seen_log", 8).slice(0, count) : null, violated, stopped };
}

async function answer(
  program: Program,
  about: readonly Property[],
  encoding: "staged" | "cssa" | "eager",
  limits: Limits,
): Promise<Map<Property, { said: string; reason: string }>> {
  let looks = 0;
  const budget = new Budget(limits.looks / 1000, 1500, () => looks++);
  try {
    const { findings } = await runStaged(engineTask(program, about, { budget, effort: limits.conflicts, encoding }));
    return answersOf(program, about, findings);
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return new Map(about.map((p) => [p, { said: "crash", reason }]));
  }
}
