// Questions about generated programs that ask for inputs: the search for all inputs at once (input-search.ts) against the search by values, which tries a few of them. In: seeds. Out: how many were compared, and the
// disagreements.
//
// What the search by values finds, the other one must find; what that finds is followed on a fresh machine. Where no input is open, both must answer the same.

import type { Asking } from "../../../src/debugger/ask/answer.ts";
import { forTerms, type Sought, searchTask } from "../../../src/debugger/ask/find.ts";
import { InputSearch } from "../../../src/debugger/ask/input-search.ts";
import { findLine } from "../../../src/debugger/ask/lines.ts";
import { parseQuestion } from "../../../src/debugger/ask/parse.ts";
import { PathSearch, type SearchEnd } from "../../../src/debugger/ask/search.ts";
import { comesBefore, holdsAt, isViolation, violates } from "../../../src/debugger/ask/watchers.ts";
import type { AskScope } from "../../../src/debugger/contract.ts";
import { expressions } from "../../../src/debugger/inspector.ts";
import type { Path } from "../../../src/debugger/moves.ts";
import type { Property } from "../../../src/execution/errors.ts";
import type { Program } from "../../../src/program/program.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { Budget } from "../../../src/support/budget.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compileText } from "../../run.ts";
import { askText, options, recordPath } from "../../unit/debugger/asking.ts";
import { generate, type Sizes } from "../concurrent/generate.ts";
import { render } from "../concurrent/render.ts";
import { codeLines, sourceOf } from "./campaign.ts";
import { type NastyProgram, nastyPrograms } from "./nasty-programs.ts";
import { answerByAllRuns } from "./reference.ts";

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
const properties: readonly Property[] = ["assert", "memory", "deadlock", "race", "overflow"];

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

function drawSought(rng: Rng, program: Program, at: number, condition: (globals: readonly string[]) => string): Drawn {
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
        const asked = rng.chance(0.1) ? null : condition(globals);
        const watcher = holdsAt(there, asked, expressions, { good: 0, error: null });
        return {
          text: `can ${asked} at ${there.line}`,
          sought: { watcher, asksAbout: asked === null ? null : there.functions, properties: without },
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

export interface InputQuestion extends Drawn {
  readonly program: Program;
  readonly path: Path;
  readonly at: number;
  readonly over: AskScope;
  readonly fixedInputs: boolean;
  /** Values that are tried of each input. */
  readonly domain: readonly bigint[];
}

type Compared = { readonly answer: "yes" | "no" } | { readonly answer: "unknown"; readonly why: string };

/** Makes both searches. `problem`: how they disagree; null: they do not. */
export async function compareSearches(q: InputQuestion): Promise<Compared & { readonly problem: string | null }> {
  const { sought, domain, text: _, ...context } = q;
  const budget = new Budget(null, 256);
  const asking: Asking = { ...context, options, thread: 0, level: 0, expressions, limits, budget, progress: () => undefined };
  const task = searchTask(asking, { ...sought, hints: domain });
  const byValues = await found(new PathSearch({ ...task, inputs: { ...task.inputs, isExact: true } }, sought.watcher));
  const forAll = await found(new InputSearch(forTerms(task), sought.watcher));
  if (forAll.path !== null) {
    const isAnswer = new PathSearch(task, sought.watcher).confirms(forAll.path);
    const isExcluded = byValues.path === null && byValues.end.open === null;
    return { answer: "yes", problem: isAnswer ? (isExcluded ? "by values: no; for all inputs: yes" : null) : "its path is not an answer" };
  }
  if (forAll.end.open !== null) return { answer: "unknown", why: forAll.end.open.reason, problem: null };
  return { answer: "no", problem: byValues.path === null ? null : "by values: yes; for all inputs: no" };
}

/** Counts answers, and collects disagreements. */
class Tally {
  readonly sum = { yes: 0, no: 0 };
  readonly unknown = new Map<string, number>();
  readonly disagreements: string[] = [];

  async compare(name: string, source: string, q: InputQuestion): Promise<void> {
    const compared = await compareSearches(q);
    if (compared.answer === "unknown") this.unknown.set(compared.why, (this.unknown.get(compared.why) ?? 0) + 1);
    else this.sum[compared.answer]++;
    if (compared.problem === null) return;
    const how = `over ${q.over} after ${q.at} moves${q.fixedInputs ? ", given inputs" : ""}`;
    this.disagreements.push(`${name}, ${how}: ${q.text}: ${compared.problem}\n${source}`);
  }

  /** The writes that a read can see, against every interleaving with inputs of the domain: each must be named. */
  async compareWrites({ name, text, domain }: NastyProgram, program: Program, rng: Rng): Promise<void> {
    const path = recordPath(program, new DrawnInputs(rng.fork(), domain), 200);
    const at = rng.below(path.moves.length);
    const thread = rng.pick([0, ...path.moves.slice(0, at).flatMap((m) => m.started)]);
    const asked = `which writes ${rng.pick(["x", "y"])}`;
    const question = parseQuestion(asked);
    const task = { program, path, at, question, property: null, thread, withinSides: null, maxMoves: 20_000, hints: domain };
    if (!program.objects.some((o) => asked.endsWith(` ${o.name}`))) return;
    const reference = answerByAllRuns(task);
    if (reference === null) return;
    const answer = await askText(program, asked, { path, at, thread, expressions });
    if (answer.answer === "unknown") {
      this.unknown.set(answer.text, (this.unknown.get(answer.text) ?? 0) + 1);
      return;
    }
    this.sum[answer.answer]++;
    const shown = answer.lines.filter((l) => l.path !== null).map((l) => sourceOf(l.text));
    const missing = [...reference.sources].filter((s) => !shown.includes(s));
    if (missing.length === 0) return;
    this.disagreements.push(
      `${name}, after ${at} moves, thread ${thread}: ${asked}: missing ${missing.join(", ")} (${answer.text})\n${text}`,
    );
  }

  get result(): InputCampaign {
    return { ...this.sum, unknown: this.unknown, disagreements: this.disagreements };
  }
}

export async function runInputCampaign(
  seed: number,
  count: number,
  sizes: Sizes,
  questionsPerProgram: number,
  progress: (done: number, found: number) => void = () => undefined,
): Promise<InputCampaign> {
  const tally = new Tally();
  for (let s = seed; s < seed + count; s++) {
    const rng = new Rng(s);
    const text = withInputs(render(generate(s, sizes)), rng);
    const program = await compileText(text);
    const path = recordPath(program, new RandomScheduler(rng.fork()), 300);
    for (let n = 0; n < questionsPerProgram; n++) {
      const at = rng.chance(0.5) ? 0 : rng.below(path.moves.length);
      const over = rng.chance(0.2) ? "reorderings" : "continuations";
      const drawn = drawSought(rng, program, over === "reorderings" ? 0 : at, (globals) =>
        drawCondition(rng, rng.chance(0.5) && globals.length > 0 ? globals : [...globals, "k", "l"]),
      );
      await tally.compare(`seed ${s}`, text, { ...drawn, program, path, at, over, fixedInputs: rng.chance(0.1), domain });
    }
    progress(s - seed + 1, tally.disagreements.length);
  }
  return tally.result;
}

/** Questions about the programs of nasty-programs.ts, drawn at random. */
export async function runNastyCampaign(
  seed: number,
  questionsPerProgram: number,
  progress: (done: number, found: number) => void = () => undefined,
): Promise<InputCampaign> {
  const tally = new Tally();
  for (const [i, nasty] of nastyPrograms.entries()) {
    const rng = new Rng(seed + i);
    const program = await compileText(nasty.text);
    for (let n = 0; n < questionsPerProgram; n++) {
      const path = recordPath(program, new DrawnInputs(rng.fork(), nasty.domain), 200);
      const at = rng.chance(0.5) ? 0 : rng.below(path.moves.length);
      const over = rng.chance(0.2) ? "reorderings" : "continuations";
      const drawn = drawSought(rng, program, over === "reorderings" ? 0 : at, () => rng.pick(nasty.conditions));
      await tally.compare(nasty.name, nasty.text, { ...drawn, program, path, at, over, fixedInputs: false, domain: nasty.domain });
    }
    await tally.compareWrites(nasty, program, rng);
    progress(i + 1, tally.disagreements.length);
  }
  return tally.result;
}

/** Random schedules with inputs from a list. */
class DrawnInputs extends RandomScheduler {
  constructor(
    readonly numbers: Rng,
    readonly values: readonly bigint[],
  ) {
    super(numbers.fork());
  }

  override input(bits: number): bigint {
    return BigInt.asUintN(bits, this.numbers.pick(this.values));
  }
}
