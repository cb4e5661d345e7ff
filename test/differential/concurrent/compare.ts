// Checks one program under several reductions: the answer of each, and how two of them disagree.
//
// It compares the verdict of every property; the set of final states, over runs in which every thread has ended or waits
// forever (a run cut by an error or by the end of the process counts for the verdict only); and the values that reads returned,
// thread by thread, if a reduction preserves only those.

import type { Finding } from "../../../src/engines/engine.ts";
import { ReadsFromSearch } from "../../../src/engines/explore/reads-from-search.ts";
import { StateSearch } from "../../../src/engines/explore/state-search.ts";
import { DepthFirst } from "../../../src/engines/search/depth-first.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { defaultFreedoms, type Freedom, noFreedoms } from "../../../src/execution/freedoms.ts";
import type { Machine } from "../../../src/execution/machine.ts";
import type { Program } from "../../../src/program/program.ts";
import { readsFrom } from "../../../src/reduction/reads-from.ts";
import { Unexpected } from "../../../src/reduction/reads-from-options.ts";
import type { Reduction } from "../../../src/reduction/search.ts";
import { coversAll, type Scope } from "../../../src/reports/report.ts";
import { Budget } from "../../../src/support/budget.ts";
import { type AnyTask, engineTask, machineOptions } from "../../run.ts";
import { ReadLog } from "./read-log.ts";

export const compared: readonly Property[] = ["assert", "memory", "deadlock", "race", "overflow"];

export interface Exploration {
  readonly reduction: string;
  readonly runs: number;
  readonly asleep: number;
  readonly steps: number;
  /** The properties that it checked. */
  readonly properties: readonly Property[];
  readonly decided: boolean;
  readonly unsafe: readonly Property[];
  /** The codes of undecided properties. */
  readonly unknown: string;
  readonly findings: ReadonlyMap<Property, Finding>;
  /** Null: the reduction preserves none. */
  readonly finals: ReadonlySet<string> | null;
  readonly reads: ReadonlySet<string> | null;
  /** What is wrong with its certificates. */
  readonly faults?: readonly string[];
}

/** The final state of a run in which every thread ended or is stuck forever: the user's globals, the live heap, and where each thread waits. */
export function finalState(machine: Machine): string | null {
  const { outcome } = machine;
  const main = machine.threads[0];
  const over =
    outcome?.kind === "exit"
      ? machine.threads.every((t) => t === main || t.status !== "running")
      : outcome?.kind === "stuck" || (outcome?.kind === "error" && outcome.violation.kind === "deadlock");
  // A run that was abandoned in a busy wait has no final state: each search abandons it at another point.
  if (!over || machine.threads.some((t) => t.status === "spinning")) return null;
  const parts: string[] = [outcome?.kind ?? ""];
  const { globals } = machine.memory;
  for (const o of globals.objects) if (!o.library && !o.constant) parts.push(`${o.name}=${bytesOf(o.region.bytes, o.start, o.size)}`);
  for (const o of machine.heap) if (o.live) parts.push(`heap ${o.address}=${bytesOf(o.region.bytes, o.start, o.size)}`);
  if (outcome?.kind !== "exit") for (const t of machine.threads) parts.push(`${t.name}: ${t.status} ${t.fn.id}.${t.pc}`);
  // The heap is listed in the order of allocation, which must not matter.
  return [parts[0], ...parts.slice(1).sort()].join(" ");
}

const bytesOf = (bytes: Uint8Array, start: number, size: number): string =>
  Buffer.from(bytes.subarray(start, start + size)).toString("hex");

/** Spurious events are compared if all contenders enable them; otherwise they are disabled. */
const others = new Set([...defaultFreedoms].filter((f) => f !== "spurious"));
export const spurious: ReadonlySet<Freedom> = new Set(["spurious"]);

export function taskFor(program: Program, maxRuns: number, properties = compared, on = noFreedoms): AnyTask {
  const machine = { ...machineOptions(properties), freedoms: on };
  // Counted work only: the same on every machine.
  return engineTask(program, properties, {
    machine,
    freedoms: others,
    budget: new Budget(null, 1000),
    maxSteps: 400,
    maxRuns,
    strategy: "dfs",
  });
}

export async function exploreWith(
  program: Program,
  reduction: Reduction,
  maxRuns: number,
  observe: { readonly finals: boolean; readonly reads: boolean } = { finals: true, reads: false },
  on = noFreedoms,
): Promise<Exploration> {
  const finals = new Set<string>();
  const reads = new Set<string>();
  const search = new DepthFirst(taskFor(program, maxRuns, compared, on), reduction);
  const log = observe.reads ? new ReadLog(search.machine) : null;
  search.exhaustive = true;
  search.onEnd = (m) => {
    const state = finalState(m);
    if (state === null) return;
    if (observe.finals) finals.add(state);
    if (log !== null) reads.add(log.byThread((step) => search.index.events[step]?.thread ?? ""));
  };
  const { findings } = await search.run();
  const { runs, asleep, steps } = search;
  return explorationFrom(
    reduction.name,
    findings,
    { runs, asleep, steps },
    observe.finals ? finals : null,
    log === null ? null : reads,
    coversAsked,
  );
}

/** One run per reads-from class; a search that falls back to another one is also compared. */
export async function exploreClasses(program: Program, maxRuns: number): Promise<Exploration> {
  const reads = new Set<string>();
  const search = new ReadsFromSearch(taskFor(program, maxRuns));
  const log = new ReadLog(search.machine);
  search.exhaustive = true;
  search.onEnd = (m) => {
    if (finalState(m) !== null) reads.add(log.byThread((step) => search.line[step]?.name ?? ""));
  };
  try {
    const { findings } = await search.run();
    const { runs, asleep, steps } = search;
    return explorationFrom("rf", findings, { runs, asleep, steps }, null, reads, coversAsked);
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    return exploreWith(program, readsFrom, maxRuns, { finals: false, reads: true });
  }
}

/** State search: one for races, whose states contain past accesses, and one for the other properties. */
export async function exploreStates(program: Program, on = noFreedoms): Promise<Exploration> {
  const finals = new Set<string>();
  // No bound on runs or steps: every state is visited once.
  const task = { ...taskFor(program, 0, withoutRaces, on), maxRuns: null, maxSteps: null };
  const search = new StateSearch(task);
  search.exhaustive = true;
  search.onEnd = (m) => {
    const state = finalState(m);
    if (state !== null) finals.add(state);
  };
  const { findings } = await search.run();
  const races = new StateSearch({ ...taskFor(program, 0, ["race"], on), maxRuns: null, maxSteps: null });
  const all = new Map([...findings, ...(await races.run()).findings]);
  return explorationFrom("states", all, { runs: search.runs, asleep: 0, steps: search.steps + races.steps }, finals, null, coversAsked);
}

const withoutRaces = compared.filter((p) => p !== "race");

/** No interleaving is left out; spurious events are disabled for all contenders. */
export const coversAsked = (s: Scope): boolean =>
  coversAll(s) ||
  (s.assumptions.length > 0 &&
    s.assumptions.every((a) => a === "no-spurious") &&
    s.unwind === null &&
    s.contextBound === null &&
    s.steps === null &&
    s.inputs !== "given");

export function explorationFrom(
  reduction: string,
  findings: ReadonlyMap<Property, Finding>,
  work: { readonly runs: number; readonly asleep: number; readonly steps: number },
  finals: ReadonlySet<string> | null,
  reads: ReadonlySet<string> | null,
  isCovered = coversAll,
): Exploration {
  const open = [...findings.values()].find((f) => f.kind === "unknown" || (f.kind === "covered" && !isCovered(f.scope)));
  return {
    reduction,
    ...work,
    properties: compared.filter((p) => findings.has(p)),
    decided: open === undefined,
    unsafe: compared.filter((p) => findings.get(p)?.kind === "candidate"),
    unknown: open === undefined ? "" : open.kind === "unknown" ? open.unknown.code : "bounded",
    findings,
    finals,
    reads,
  };
}

/** How two explorations of one program disagree; null if they agree. `what` is a short form, which identifies a finding. */
export interface Disagreement {
  readonly what: string;
  readonly text: string;
}

export function disagreementOf(a: Exploration, b: Exploration): Disagreement | null {
  const differing = compared.filter((p) => b.properties.includes(p) && a.unsafe.includes(p) !== b.unsafe.includes(p));
  if (differing.length > 0) {
    const says = (e: Exploration): string => `${e.reduction} ${e.unsafe.join() || "-"}`;
    return { what: `${b.reduction}: ${differing.join()}`, text: `unsafe: ${says(a)}, ${says(b)}` };
  }
  return differenceOf("final states", a, a.finals, b, b.finals) ?? differenceOf("values read", a, a.reads, b, b.reads);
}

function differenceOf(
  what: string,
  a: Exploration,
  inA: ReadonlySet<string> | null,
  b: Exploration,
  inB: ReadonlySet<string> | null,
): Disagreement | null {
  if (inA === null || inB === null) return null;
  const missing = [...inA].filter((s) => !inB.has(s));
  const extra = [...inB].filter((s) => !inA.has(s));
  if (missing.length + extra.length === 0) return null;
  return {
    what: `${b.reduction}: ${what}`,
    text: `${what}: ${missing.length} only with ${a.reduction}, ${extra.length} only with ${b.reduction}: ${(missing[0] ?? extra[0]) as string}`,
  };
}

/** The disagreement of two explorations of one program as a sentence; null if they agree. */
export const disagreement = (a: Exploration, b: Exploration): string | null => disagreementOf(a, b)?.text ?? null;
