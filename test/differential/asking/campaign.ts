// Questions about generated programs: the answers of a session's search against every interleaving. In: seeds. Out: how many were compared, and the disagreements.

import { findSectionPositions } from "../../../src/analysis/section-positions.ts";
import type { AskResult } from "../../../src/debugger/ask/answer.ts";
import { historyOf } from "../../../src/debugger/ask/history.ts";
import { parseQuestion } from "../../../src/debugger/ask/parse.ts";
import { studyRun } from "../../../src/debugger/ask/run-facts.ts";
import type { AskScope } from "../../../src/debugger/contract.ts";
import type { Path } from "../../../src/debugger/moves.ts";
import { standingOf } from "../../../src/debugger/passage.ts";
import type { Property } from "../../../src/execution/errors.ts";
import type { Machine } from "../../../src/execution/machine.ts";
import { bodyIfSupported, type Program } from "../../../src/program/program.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { Budget } from "../../../src/support/budget.ts";
import { Rng } from "../../../src/support/rng.ts";
import { checkText, compileText } from "../../run.ts";
import { askText, globalsOnly, machineAt, options, recordPath } from "../../unit/debugger/asking.ts";
import { generate, type Sizes } from "../concurrent/generate.ts";
import { render } from "../concurrent/render.ts";
import { answerByAllRuns } from "./reference.ts";

export interface AskCampaign {
  readonly compared: number;
  readonly yes: number;
  readonly no: number;
  /** Codes of unknown answers, with how many there were. */
  readonly unknown: ReadonlyMap<string, number>;
  readonly tooLarge: number;
  readonly byKind: ReadonlyMap<string, number>;
  readonly disagreements: readonly string[];
}

export interface AskSettings {
  readonly sizes: Sizes;
  /** Moves that the reference may make for one question. */
  readonly maxMoves: number;
  readonly questionsPerProgram: number;
}

const properties: readonly Property[] = ["assert", "deadlock", "memory", "race"];

/** To follow a path needs no more. */
const brief = { limits: { maxStates: 1, maxMoves: 1, megabytes: 8 }, budget: new Budget(null, 8) };

interface Asked {
  readonly text: string;
  readonly at: number;
  readonly thread: number;
  readonly over: AskScope;
}

export async function runAskCampaign(
  seed: number,
  count: number,
  { sizes, maxMoves, questionsPerProgram }: AskSettings,
  progress: (done: number, found: number) => void = () => undefined,
): Promise<AskCampaign> {
  const sum = { compared: 0, yes: 0, no: 0, tooLarge: 0 };
  const unknown = new Map<string, number>();
  const byKind = new Map<string, number>();
  const disagreements: string[] = [];
  for (let s = seed; s < seed + count; s++) {
    const text = render(generate(s, sizes));
    const program = await compileText(text);
    const rng = new Rng(s);
    const path = recordPath(program, new RandomScheduler(rng.fork()), 400);
    for (let n = 0; n < questionsPerProgram; n++) {
      const asked = drawQuestion(rng, program, path);
      const compared = await compare(program, text, path, asked, maxMoves);
      if (compared === null) sum.tooLarge++;
      else {
        const { answer, problem } = compared;
        if (answer.answer === "unknown") unknown.set(answer.code ?? "", (unknown.get(answer.code ?? "") ?? 0) + 1);
        else {
          sum.compared++;
          sum[answer.answer]++;
          const { kind } = parseQuestion(asked.text);
          const name = `${kind}${asked.over === "reorderings" ? " reordered" : ""} ${answer.answer}`;
          byKind.set(name, (byKind.get(name) ?? 0) + 1);
        }
        if (problem !== null)
          disagreements.push(
            `seed ${s}, over ${asked.over} after ${asked.at} moves, thread ${asked.thread}: ${asked.text}: ${problem} (${answer.text})\n${text}`,
          );
      }
    }
    progress(s - seed + 1, disagreements.length);
  }
  return { ...sum, unknown, byKind, disagreements };
}

function drawQuestion(rng: Rng, program: Program, path: Path): Asked {
  const lines = codeLines(program);
  const globals = program.objects.filter((o) => !o.library && !o.threadLocal && o.size === 4 && /^[a-z]+$/.test(o.name)).map((o) => o.name);
  // Often after the last thread was started: before, there is only main.
  const started = path.moves.findLastIndex((m) => m.started.length > 0) + 1;
  const length = path.moves.length;
  const at = rng.weighted([
    [3, 0],
    [4, started],
    [3, started + rng.below(Math.ceil((length - started) / 2) + 1)],
  ]);
  const line = (): number => rng.pick(lines);
  const name = globals.length === 0 ? null : rng.pick(globals);
  const reads = readsAfter(program, path, at).filter((r) => globals.includes(r.name));
  const read = reads.length === 0 ? null : rng.pick(reads);
  const kinds: [number, () => string][] = [
    [5, () => `can ${rng.pick(properties)} fail`],
    [1, () => `can reach ${line()}`],
    [
      3,
      () => {
        const [a, b] = rng.shuffle(lines);
        return `can ${a} before ${b}`;
      },
    ],
  ];
  if (name !== null) kinds.push([5, () => `can ${name} ${rng.pick(["==", "!=", "<", ">"])} ${rng.below(4)} at ${line()}`]);
  if (read !== null) kinds.push([4, () => `which writes ${read.name}`]);
  const text = rng.weighted(kinds)();
  const isReordered = rng.chance(0.25) && !text.startsWith("which");
  return { text, at: isReordered ? 0 : at, thread: read?.thread ?? 0, over: isReordered ? "reorderings" : "continuations" };
}

/** The reads of globals that the rest of the run makes, by threads that have started. */
function readsAfter(program: Program, path: Path, at: number): { readonly thread: number; readonly name: string }[] {
  const moves = historyOf({ program, options, path, ...brief });
  const threads = new Set([0, ...path.moves.slice(0, at).flatMap((m) => m.started)]);
  return moves
    .slice(at)
    .filter((m) => threads.has(m.thread))
    .flatMap(({ thread, accesses }) => accesses.filter((a) => a.reads).map(({ name }) => ({ thread, name })));
}

/** Lines at which threads stop. */
export function codeLines(program: Program): number[] {
  const lines = new Set<number>();
  const inside = findSectionPositions(program);
  for (const f of program.functions)
    for (const { operations, terminator } of (f.library || f.external ? null : bodyIfSupported(f))?.blocks ?? [])
      for (const { at } of [...operations, terminator]) if (!inside?.has(at)) lines.add(program.positions[at]?.line ?? 0);
  lines.delete(0);
  return [...lines].sort((a, b) => a - b);
}

async function compare(
  program: Program,
  source: string,
  path: Path,
  { text, at, thread, over }: Asked,
  maxMoves: number,
): Promise<{ readonly answer: AskResult; readonly problem: string | null } | null> {
  const question = parseQuestion(text);
  const property = question.kind === "fail" ? question.property : null;
  const facts = over === "reorderings" ? studyRun({ program, options, path, ...brief }) : null;
  const withinSides = facts === null ? null : (m: Machine) => facts.withinSides(m, 0);
  const reference = answerByAllRuns({ program, path, at, question, property, thread, withinSides, maxMoves });
  if (reference === null) return null;
  const answer = await askText(program, text, { path, at, thread, over });
  if (answer.answer === "unknown") return { answer, problem: null };
  const problem =
    question.kind === "writes"
      ? differentSources(answer, reference.sources)
      : (answer.answer === "yes") !== reference.isYes
        ? `all interleavings: ${reference.isYes ? "yes" : "no"}`
        : wrongEnd(program, answer, text);
  if (problem !== null || property === null || at > 0 || facts !== null) return { answer, problem };
  const report = await checkText(source, "explore", [property], { reduction: "none", freedoms: options.freedoms });
  const { verdict } = report;
  const isSame = (verdict === "unsafe") === (answer.answer === "yes");
  return { answer, problem: verdict === "unknown" || isSame ? null : `explore --reduction none: ${verdict}` };
}

function differentSources({ lines }: AskResult, expected: ReadonlySet<string>): string | null {
  const found = lines.filter((l) => l.path !== null).map((l) => sourceOf(l.text));
  const same = found.length === expected.size && found.every((s) => expected.has(s));
  return same ? null : `all interleavings: ${[...expected].join(", ")}; found ${found.join(", ")}`;
}

/** The line and the thread of a write that an answer names, as the reference does. */
export function sourceOf(text: string): string {
  const [, thread, line] = /^the write of (main|T\d+|a thread\D*) at line (\d+)/.exec(text) ?? [];
  if (thread === undefined) return "";
  return `${thread === "main" ? 0 : thread.slice(1)} ${line}`;
}

/** What is not so at the end of the path of a condition. */
function wrongEnd(program: Program, { path }: AskResult, text: string): string | null {
  const question = parseQuestion(text);
  if (path === null || question.kind !== "hold") return null;
  const machine = machineAt(program, path);
  const isThere = machine.threads.some((t) => t.status === "running" && standingOf(machine, t).line === question.at.line);
  const holds = question.condition === null || globalsOnly.isTrue(machine, null as never, 0, question.condition);
  return isThere && holds ? null : "its path does not show it";
}
