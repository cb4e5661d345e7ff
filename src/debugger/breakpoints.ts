// Breakpoints: which moves reach one. In: what a front end asks for, and moves with their passages. Out: the breakpoints that a move hits, and the messages of log points.
//
// Whether a move hits a breakpoint depends on its passage and, for conditions, on the state after it. Going back, the same question is asked of the place that is reached, so that a breakpoint stops in
// both directions. A breakpoint on data stops after the access; going back, before it.

import { RavelError } from "../support/diagnostics.ts";
import type { CodeLines } from "./code-lines.ts";
import type { BreakpointSpec, BreakpointView, FrameReference } from "./contract.ts";
import type { SeenMove } from "./forks.ts";
import type { Inspector, Region } from "./inspector.ts";
import type { SeenAccess, Standing } from "./passage.ts";

interface Breakpoint {
  readonly number: number;
  readonly spec: BreakpointSpec;
  /** The line at which it stops: the next with code. */
  readonly line: number;
  readonly file: string;
  readonly region: Region | null;
  readonly problem: string;
  /** The moves that were seen to hit it: how often it was hit is counted along the path, so that going back counts down. */
  readonly hitBy: Set<SeenMove>;
}

/** What a stop at breakpoints says. */
export interface Hits {
  /** The thread that came to the first of them; -1: none is hit. */
  readonly thread: number;
  readonly breakpoints: readonly number[];
  readonly log: readonly string[];
  readonly problems: readonly string[];
}

/** A thread that has come to a new place by a move: the one that moved, or one that it started. */
export interface Arrival {
  readonly thread: number;
  readonly from: Standing | null;
  readonly to: Standing;
}

export class Breakpoints {
  #all: Breakpoint[] = [];

  constructor(
    readonly lines: CodeLines,
    readonly inspector: Inspector,
  ) {}

  /** A breakpoint that stays keeps its object and how often it was hit. */
  set(specs: readonly BreakpointSpec[], at: FrameReference): BreakpointView[] {
    const kept = new Map(this.#all.flatMap((b) => (b.problem === "" ? [[JSON.stringify(b.spec), b]] : [])));
    this.#all = specs.map((spec, i) => {
      const same = kept.get(JSON.stringify(spec));
      return same === undefined ? this.#make(spec, i + 1, at) : { ...same, number: i + 1 };
    });
    return this.#all.map(({ number, spec, file, line, problem }) => ({
      number,
      spec,
      location: line === 0 ? null : { file, line, column: 0 },
      problem,
    }));
  }

  /** Runs with a further breakpoint: a line to run to. */
  with<T>(file: string, line: number, thread: number | undefined, work: () => T): T {
    const before = this.#all;
    const spec: BreakpointSpec = { kind: "line", file, line, ...(thread === undefined ? {} : { thread }) };
    this.#all = [...before, this.#make(spec, 0, { thread: 0, level: 0 })];
    try {
      return work();
    } finally {
      this.#all = before;
    }
  }

  /** The properties whose violation stops the run; null: all. */
  get failures(): ReadonlySet<string> | null {
    const asked = this.#all.flatMap(({ spec }) => (spec.kind === "failure" ? [spec.property] : []));
    return asked.length === 0 || asked.includes("any") ? null : new Set(asked);
  }

  /** Which breakpoints the last of these moves hits, of those on places, on accesses, or of all. The machine stands after it. */
  hitsOf(path: readonly SeenMove[], length: number, arrivals: readonly Arrival[], of: "places" | "accesses" | "all"): Hits {
    const move = path[length - 1] as SeenMove;
    const found = { thread: -1, breakpoints: [] as number[], log: [] as string[], problems: [] as string[] };
    const stop = ({ thread }: Arrival, { number }: Breakpoint): void => {
      if (found.thread < 0) found.thread = thread;
      found.breakpoints.push(number);
    };
    for (const b of this.#all) {
      const arrival = arrivals.find((a) => (b.spec.thread ?? a.thread) === a.thread && isHit(b, move, a));
      if (b.problem !== "" || arrival === undefined || (of !== "all" && (of === "accesses") !== isOnAccess(b.spec))) continue;
      const frame = { thread: arrival.thread, level: arrival.to.level };
      try {
        if (b.spec.condition !== undefined && !this.inspector.isTrue(frame, b.spec.condition)) continue;
        b.hitBy.add(move);
        if (b.spec.hits !== undefined && countHits(b, path, length) < b.spec.hits) continue;
        if (b.spec.log === undefined) stop(arrival, b);
        else found.log.push(this.#message(b.spec.log, frame));
      } catch (error) {
        if (!(error instanceof RavelError)) throw error;
        stop(arrival, b);
        found.problems.push(error.diagnostics[0]?.message ?? "the condition cannot be evaluated");
      }
    }
    return found;
  }

  #message(text: string, frame: FrameReference): string {
    return text.replace(/\{([^{}]+)\}/g, (_, expression: string) => {
      try {
        return this.inspector.evaluate(frame, expression).text;
      } catch (error) {
        if (!(error instanceof RavelError)) throw error;
        return `(${error.diagnostics[0]?.message})`;
      }
    });
  }

  #make(spec: BreakpointSpec, number: number, at: FrameReference): Breakpoint {
    const none = { number, spec, file: "", line: 0, region: null, problem: "", hitBy: new Set<SeenMove>() };
    switch (spec.kind) {
      case "line": {
        const found = this.lines.at(spec.file, spec.line);
        if (found === null) return { ...none, problem: `${spec.file} has no code at line ${spec.line} or after it` };
        return { ...none, ...found };
      }
      case "function": {
        const found = this.lines.ofFunction(spec.name);
        return found === null ? { ...none, problem: `the program has no function ${spec.name}` } : { ...none, ...found };
      }
      case "data":
      case "lock":
        try {
          return { ...none, region: this.inspector.region(spec.in ?? at, spec.expression) };
        } catch (error) {
          if (!(error instanceof RavelError)) throw error;
          return { ...none, problem: error.diagnostics[0]?.message ?? "it is not an object" };
        }
      case "failure":
        return none;
    }
  }
}

const isOnAccess = ({ kind }: BreakpointSpec): boolean => kind === "data" || kind === "lock";

function countHits({ hitBy }: Breakpoint, path: readonly SeenMove[], length: number): number {
  let count = 0;
  for (let i = 0; i < length; i++) if (hitBy.has(path[i] as SeenMove)) count++;
  return count;
}

function isHit({ spec, file, line, region }: Breakpoint, { passage, thread }: SeenMove, arrival: Arrival): boolean {
  const { from, to } = arrival;
  const isOwn = arrival.thread === thread;
  switch (spec.kind) {
    case "line":
      return to.isLine && to.line === line && to.file === file && (from === null || !isSameLine(from, to));
    case "function":
      return to.isLine && to.function === spec.name && (from === null || to.depth > from.depth);
    case "data":
      return isOwn && region !== null && passage.accesses.some((a) => concerns(a, spec.access) && overlaps(a, region));
    case "lock":
      return isOwn && region !== null && passage.taken.includes(region.address);
    case "failure":
      return false;
  }
}

/** Is it the same visit of the same line? */
export const isSameLine = (a: Standing, b: Standing): boolean =>
  a.line === b.line && a.file === b.file && a.level === b.level && a.serial === b.serial;

export const overlaps = (a: Pick<SeenAccess, "address" | "size">, r: Region): boolean =>
  a.address < r.address + r.size && r.address < a.address + a.size;

function concerns({ kind }: SeenAccess, access: "read" | "write" | "both"): boolean {
  if (kind === "update" || access === "both") return true;
  return kind === "free" ? access === "write" : kind === access;
}
