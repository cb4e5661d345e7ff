// The observable result of a run: how the process ends, the lines it prints, and the final values of its global variables.
//
// The order of lines of different threads is ignored. Printing is not a separate step in Ravel: it happens together with the visible
// operation before it, so two threads' lines come in the order of those operations, while natively a thread may be delayed in
// between; and reductions do not preserve that order. The output of each thread, and therefore the collection of all lines, is the
// same for all equivalent interleavings. For the same reason a process that ends while other threads still run may cut off what they
// printed in their last step: each possible cut is an observation. Globals count only if no thread was still running.

import { DepthFirst } from "../../../src/engines/search/depth-first.ts";
import type { Machine } from "../../../src/execution/machine.ts";
import type { Program } from "../../../src/program/program.ts";
import type { SourceType } from "../../../src/program/source-types.ts";
import { sourceSets } from "../../../src/reduction/source-sets.ts";
import { taskFor } from "../concurrent/compare.ts";

export interface Observation {
  /** "exit 0", "abort", "hang". */
  readonly end: string;
  readonly output: string;
  readonly globals: string;
}

/** A scalar global or a scalar part of one: its C expression and where it lies in Ravel. */
export interface Leaf {
  readonly expression: string;
  readonly address: number;
  readonly size: number;
}

/** Types whose layout is the library's, and addresses. */
const opaque = /^(pthread_|sem_t$|mtx_t$|cnd_t$|once_flag$|thrd_t$|tss_t$|FILE$|jmp_buf|time_t$|struct tm|atomic_flag$)/;

export function leavesOf(program: Program): Leaf[] {
  return program.objects.flatMap((o) =>
    o.library || o.constant || o.threadLocal || !/^[A-Za-z_]\w*$/.test(o.name) ? [] : leavesIn(o.type, o.name, Number(o.address)),
  );
}

function leavesIn(type: SourceType | null, expression: string, address: number): Leaf[] {
  switch (type?.kind) {
    case "base":
    case "enum":
      return [{ expression, address, size: type.bits / 8 }];
    case "qualified":
      return type.qualifier === "const" ? [] : leavesIn(type.of, expression, address);
    case "named":
      return opaque.test(type.name) ? [] : leavesIn(type.of, expression, address);
    case "array": {
      const size = sizeOf(type.element);
      const count = type.counts.reduce((a, b) => a * b, 1);
      if (type.counts.length !== 1 || size === null || count > 32) return [];
      return Array.from({ length: count }, (_, i) => leavesIn(type.element, `${expression}[${i}]`, address + i * size)).flat();
    }
    case "struct":
      if (type.name !== null && opaque.test(type.name)) return [];
      return type.fields.flatMap((f) =>
        f.bitField || f.name === "" ? [] : leavesIn(f.type, `${expression}.${f.name}`, address + f.offsetBits / 8),
      );
    default:
      return [];
  }
}

function sizeOf(type: SourceType | null): number | null {
  switch (type?.kind) {
    case "base":
    case "enum":
    case "pointer":
    case "struct":
    case "union":
      return type.bits / 8;
    case "qualified":
    case "named":
      return sizeOf(type.of);
    default:
      return null;
  }
}

export interface Explored {
  readonly reached: ReadonlySet<string>;
  /** Why exploration is incomplete, or why native runs cannot be compared; null: neither. */
  readonly obstacle: string | null;
  /** Some run ends while another thread still runs: the globals at the end are not compared. */
  readonly cut: boolean;
  /** Outcomes natively may depend on the processor's memory: a race, or atomics that are not sequentially consistent. */
  readonly weak: boolean;
}

export const keyOf = (o: Observation, cut: boolean): string => JSON.stringify(cut ? [o.end, o.output] : [o.end, o.output, o.globals]);

/** The lines of an output, whatever their order; characters, where threads write parts of lines. */
export const collect = (text: string, wholeLines: boolean): string =>
  (wholeLines ? text.split("\n") : [...text]).sort().join(wholeLines ? "\n" : "");

export async function exploreObservations(
  program: Program,
  leaves: readonly Leaf[],
  maxRuns: number,
): Promise<Explored & { readonly wholeLines: boolean }> {
  const seen: { observations: (wholeLines: boolean) => Observation[] }[] = [];
  const known = new Set<string>();
  let cut = false;
  let wholeLines = true;
  let undefinedBehaviour: string | null = null;
  const task = { ...taskFor(program, maxRuns), maxSteps: 3000 };
  const search = new DepthFirst(task, sourceSets);
  search.exhaustive = true;
  search.onEnd = (m) => {
    for (const v of m.violations) if (!harmless.has(v.kind)) undefinedBehaviour ??= v.kind;
    const end = endOf(m);
    const leftRunning = m.threads.filter((t) => t.status === "running" && end !== "hang").length > 1;
    if (leftRunning) cut = true;
    const printed = m.outputs.filter((o) => o.descriptor === 1);
    if (printed.some((o) => o.bytes.at(-1) !== 10)) wholeLines = false;
    const full = textOf(printed);
    const texts = leftRunning ? [full, ...cutTexts(m)] : [full];
    const globals = end.startsWith("exit") ? globalsOf(m, leaves) : "";
    const key = JSON.stringify([end, texts, globals]);
    if (known.has(key)) return;
    known.add(key);
    seen.push({ observations: (whole) => texts.map((t) => ({ end, output: collect(t, whole), globals })) });
  };
  const { findings } = await search.run();
  const open = [...findings.values()].find((f) => f.kind === "unknown" || (f.kind === "covered" && !f.scope.complete));
  const unexplored =
    open === undefined ? null : open.kind === "unknown" ? `not all explored (${open.unknown.code})` : "not all explored (steps)";
  return {
    reached: new Set(seen.flatMap((s) => s.observations(wholeLines).map((o) => keyOf(o, cut)))),
    obstacle: undefinedBehaviour === null ? unexplored : `undefined behaviour (${undefinedBehaviour as string})`,
    cut,
    wholeLines,
    weak: findings.get("race")?.kind === "candidate" || program.weakOrder() !== 0,
  };
}

/** Violations after which, or at which, a native run does what Ravel says. */
const harmless: ReadonlySet<string> = new Set(["assertion", "deadlock", "self-deadlock", "data-race", "leak"]);

function endOf(m: Machine): string {
  const { outcome } = m;
  switch (outcome?.kind) {
    case "exit":
      return `exit ${outcome.status & 255}`;
    case "abort":
      return "abort";
    case "error":
      return outcome.violation.kind === "assertion" ? "abort" : "hang";
    default:
      return "hang"; // a false assumption, which natively ends with status 99 and is not compared
  }
}

function textOf(printed: Machine["outputs"]): string {
  return Buffer.concat(printed.map((o) => o.bytes)).toString("latin1");
}

/** The output with each thread's last step cut off at some point: each thread may have been stopped anywhere in it. */
function cutTexts(m: Machine): string[] {
  const last = new Map<number, number>();
  for (const o of m.outputs) last.set(o.thread, Math.max(last.get(o.thread) ?? -1, o.step));
  let kept: Machine["outputs"][] = [m.outputs.filter((o) => o.descriptor === 1)];
  for (const t of m.threads) {
    if (t.status !== "running") continue;
    const cuttable = m.outputs.filter((o) => o.descriptor === 1 && o.thread === t.index && o.step === last.get(t.index));
    kept = kept.flatMap((outputs) => [outputs, ...cuttable.map((_, i) => outputs.filter((o) => !cuttable.slice(i).includes(o)))]);
  }
  return kept.slice(0, 1000).map(textOf);
}

function globalsOf(m: Machine, leaves: readonly Leaf[]): string {
  const { globals } = m.memory;
  return leaves
    .map(({ expression, address, size }) => {
      const from = address - globals.base;
      return `${expression}=${Buffer.from(globals.bytes.subarray(from, from + size)).toString("hex")}`;
    })
    .join("\n");
}
