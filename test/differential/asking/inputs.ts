// Questions about generated programs that ask for inputs: the search for all inputs at once (input-search.ts) against the search by values, which tries a few of them. In: seeds. Out: how many were compared, and the
// disagreements.
//
// What the search by values finds, the other one must find; what that finds is followed on a fresh machine. Where no input is open, both must answer the same.

import type { Asking } from "../../../src/debugger/ask/answer.ts";
import { forTerms, type Sought, searchTask } from "../../../src/debugger/ask/find.ts";
import { InputSearch } from "../../../src/debugger/ask/input-search.ts";
import { findLine } from "../../../src/debugger/ask/lines.ts";
import { PathSearch, type SearchEnd } from "../../../src/debugger/ask/search.ts";
import { comesBefore, holdsAt, isViolation, violates } from "../../../src/debugger/ask/watchers.ts";
import { expressions } from "../../../src/debugger/inspector.ts";
import type { Path } from "../../../src/debugger/moves.ts";
import type { Property } from "../../../src/execution/errors.ts";
import type { Program } from "../../../src/program/program.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { Budget } from "../../../src/support/budget.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compileText } from "../../run.ts";
import { options, recordPath } from "../../unit/debugger/asking.ts";
import { generate, type Sizes } from "../concurrent/generate.ts";
import { render } from "../concurrent/render.ts";
import { codeLines } from "./campaign.ts";

export interface InputCampaign {
  readonly yes: number;
  readonly no: number;
  /** Reasons of open searches, with how many there were. */
  readonly unknown: ReadonlyMap<string, number>;
  readonly disagreements: readonly string[];
}

/** Values that are tried of each input. */
const domain = [0n, 1n, 2n, 3n, 4n, -1n, -2n];
const limits = { maxStates: 30_000, maxMoves: 300_000, megabytes: 64 };
const properties: readonly Property[] = ["assert", "memory", "deadlock", "race"];

/** Makes initial values of locals inputs. */
function withInputs(text: string, rng: Rng): string {
  const kinds = ["int", "int", "char", "uint"];
  const declarations = ["int __VERIFIER_nondet_int(void);", "char __VERIFIER_nondet_char(void);", "unsigned __VERIFIER_nondet_uint(void);"];
  const locals = text.replace(/\b([kl]) = 0\b/g, (all, name) =>
    rng.chance(0.6) ? `${name} = __VERIFIER_nondet_${rng.pick(kinds)}()` : all,
  );
  return `${declarations.join(" ")}\n${locals}`;
}

function drawCondition(rng: Rng, names: readonly string[]): string {
  const number = (): string => String(rng.below(6) - 1);
  const name = (): string => rng.pick(names);
  const value = rng.weighted<() => string>([
    [4, name],
    [2, () => `${name()} + ${name()}`],
    [1, () => `${name()} * ${number()}`],
    [1, () => `(${name()} ^ ${name()}) % 5`],
    [1, () => `(unsigned char)${name()}`],
    [1, () => `${name()} / ${name()}`],
    [1, () => `(${name()} ? ${name()} : ${number()})`],
  ]);
  const compare = (): string => `${value()} ${rng.pick(["==", "!=", "<", ">="])} ${rng.chance(0.3) ? name() : number()}`;
  return rng.chance(0.3) ? `${compare()} ${rng.pick(["&&", "||"])} ${rng.chance(0.3) ? `!(${compare()})` : compare()}` : compare();
}

interface Drawn {
  readonly text: string;
  readonly sought: Sought;
}

function drawSought(rng: Rng, program: Program, at: number): Drawn {
  const lines = codeLines(program);
  const line = () => findLine(program, { file: null, line: rng.pick(lines) });
  const without = new Set<Property>(["assert", "memory", "deadlock"]);
  const globals = program.objects.filter((o) => !o.library && !o.threadLocal && o.size === 4 && /^[a-z]+$/.test(o.name)).map((o) => o.name);
  return rng.weighted<() => Drawn>([
    [
      3,
      () => {
        const property = rng.pick(properties);
        const watcher = violates(isViolation(property, null), property === "deadlock", at);
        return { text: `can ${property} fail`, sought: { watcher, asksAbout: null, properties: new Set([property]) } };
      },
    ],
    [
      6,
      () => {
        const there = line();
        const condition = rng.chance(0.1)
          ? null
          : drawCondition(rng, rng.chance(0.5) && globals.length > 0 ? globals : [...globals, "k", "l"]);
        const watcher = holdsAt(there, condition, expressions, { good: 0, error: null });
        return {
          text: `can ${condition} at ${there.line}`,
          sought: { watcher, asksAbout: condition === null ? null : there.functions, properties: without },
        };
      },
    ],
    [
      2,
      () => {
        const [a, b] = [line(), line()];
        return { text: `can ${a.line} before ${b.line}`, sought: { watcher: comesBefore(a, b), asksAbout: null, properties: without } };
      },
    ],
  ])();
}

/** The search, and whether it has found an answer. */
async function found(search: PathSearch): Promise<{ readonly path: Path | null; readonly end: SearchEnd }> {
  let path: Path | null = null;
  const end = await search.run(() => {
    path = search.path;
    return true;
  });
  return { path, end };
}

export async function runInputCampaign(
  seed: number,
  count: number,
  sizes: Sizes,
  questionsPerProgram: number,
  progress: (done: number, found: number) => void = () => undefined,
): Promise<InputCampaign> {
  const sum = { yes: 0, no: 0 };
  const unknown = new Map<string, number>();
  const disagreements: string[] = [];
  for (let s = seed; s < seed + count; s++) {
    const rng = new Rng(s);
    const text = withInputs(render(generate(s, sizes)), rng);
    const program = await compileText(text);
    const path = recordPath(program, new RandomScheduler(rng.fork()), 300);
    for (let n = 0; n < questionsPerProgram; n++) {
      const at = rng.chance(0.5) ? 0 : rng.below(path.moves.length);
      const isReordered = rng.chance(0.2);
      const asked = drawSought(rng, program, isReordered ? 0 : at);
      const asking: Asking = {
        program,
        options,
        path,
        at,
        over: isReordered ? "reorderings" : "continuations",
        fixedInputs: rng.chance(0.1),
        thread: 0,
        level: 0,
        expressions,
        limits,
        budget: new Budget(null, 256),
        progress: () => undefined,
      };
      const note = (problem: string): void => {
        disagreements.push(
          `seed ${s}, over ${asking.over} after ${at} moves${asking.fixedInputs ? ", given inputs" : ""}: ${asked.text}: ${problem}\n${text}`,
        );
      };
      const task = searchTask(asking, { ...asked.sought, hints: domain });
      const byValues = await found(new PathSearch({ ...task, inputs: { ...task.inputs, isExact: true } }, asked.sought.watcher));
      const forAll = await found(new InputSearch(forTerms(task), asked.sought.watcher));
      if (forAll.path !== null && !new PathSearch(task, asked.sought.watcher).confirms(forAll.path)) note("its path is not an answer");
      if (forAll.path !== null) {
        sum.yes++;
        if (byValues.path === null && byValues.end.open === null) note("by values: no; for all inputs: yes");
      } else if (forAll.end.open !== null) unknown.set(forAll.end.open.reason, (unknown.get(forAll.end.open.reason) ?? 0) + 1);
      else {
        sum.no++;
        if (byValues.path !== null) note("by values: yes; for all inputs: no");
      }
    }
    progress(s - seed + 1, disagreements.length);
  }
  return { ...sum, unknown, disagreements };
}
