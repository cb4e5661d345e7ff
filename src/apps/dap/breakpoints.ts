// Breakpoints as editors set them. In: per request all breakpoints of one group (a file's lines, functions, data, exceptions). Out: those of the session, which takes all of
// them at once, with identifiers that stay the same while a breakpoint stays.
//
// A function breakpoint `lock:EXPR` stops where a thread takes the lock. A condition that begins with `@T1` is for that thread only.

import type { DebugProtocol } from "@vscode/debugprotocol";
import type { BreakpointSpec, BreakpointView, DebugSession, FrameReference } from "../../debugger/contract.ts";
import { allProperties, type Property } from "../../execution/errors.ts";

export type BreakpointGroup = "function" | "data" | "exception" | `line ${string}`;

/** What the editor asked for: a breakpoint of the session, or why there is none. */
export type Wanted = { readonly spec: BreakpointSpec } | { readonly problem: string };

interface Entry {
  readonly id: number;
  readonly key: string;
  readonly wanted: Wanted;
}

/** A breakpoint with its identifier, for the answer. */
export interface SetBreakpoint {
  readonly id: number;
  readonly view: BreakpointView | null;
  readonly problem: string;
}

type Conditions = Pick<DebugProtocol.SourceBreakpoint, "condition" | "hitCondition" | "logMessage">;

export class Breakpoints {
  readonly #groups = new Map<BreakpointGroup, readonly Entry[]>();
  #byNumber = new Map<number, Entry>();
  #last = 0;

  /** Replaces a group. */
  set(group: BreakpointGroup, wanted: readonly Wanted[], session: DebugSession): SetBreakpoint[] {
    const before = [...(this.#groups.get(group) ?? [])];
    const entries = wanted.map((w): Entry => {
      const key = JSON.stringify(w);
      const at = before.findIndex((entry) => entry.key === key);
      const [same] = at < 0 ? [] : before.splice(at, 1);
      return same ?? { id: ++this.#last, key, wanted: w };
    });
    this.#groups.set(group, entries);
    const views = this.apply(session);
    return entries.map((entry) => ({
      id: entry.id,
      view: views.get(entry) ?? null,
      problem: "problem" in entry.wanted ? entry.wanted.problem : (views.get(entry)?.problem ?? ""),
    }));
  }

  /** Sets all breakpoints in a session: also in a new one after a restart. */
  apply(session: DebugSession): ReadonlyMap<Entry, BreakpointView> {
    const possible = [...this.#groups.values()]
      .flat()
      .flatMap((entry) => ("spec" in entry.wanted ? [{ entry, spec: entry.wanted.spec }] : []));
    const views = session.setBreakpoints(possible.map(({ spec }) => spec));
    this.#byNumber = new Map(possible.flatMap(({ entry }, i) => (views[i] === undefined ? [] : [[views[i].number, entry] as const])));
    return new Map(possible.flatMap(({ entry }, i) => (views[i] === undefined ? [] : [[entry, views[i]] as const])));
  }

  /** Of breakpoints that were hit: the editor's identifiers, and what kind the first is. */
  hit(numbers: readonly number[]): { readonly ids: readonly number[]; readonly reason: string } {
    const entries = numbers.flatMap((number) => this.#byNumber.get(number) ?? []);
    const kind = entries.flatMap(({ wanted }) => ("spec" in wanted ? [wanted.spec.kind] : []))[0] ?? "line";
    return { ids: entries.map(({ id }) => id), reason: reasons[kind] };
  }
}

/** The protocol's words. */
const reasons: Readonly<Record<BreakpointSpec["kind"], string>> = {
  line: "breakpoint",
  function: "function breakpoint",
  lock: "function breakpoint",
  data: "data breakpoint",
  failure: "exception",
};

/** Adds condition, count and message to what a breakpoint is about. */
function withConditions(about: BreakpointSpec, { condition = "", hitCondition = "", logMessage = "" }: Conditions): Wanted {
  const [, thread, rest = ""] = /^\s*(?:@(main|T\d+)\b)?\s*([^]*)$/.exec(condition) ?? [];
  const count = /^\s*(>=|>|)\s*(\d{1,9})\s*$/.exec(hitCondition);
  if (hitCondition.trim() !== "" && count === null)
    return { problem: `the hit count is not a number: ${hitCondition}; write 3, or >= 3: it stops from the third time on` };
  return {
    spec: {
      ...about,
      ...(thread === undefined ? {} : { thread: thread === "main" ? 0 : Number(thread.slice(1)) }),
      ...(rest.trim() === "" ? {} : { condition: rest.trim() }),
      ...(count === null ? {} : { hits: Number(count[2]) + (count[1] === ">" ? 1 : 0) }),
      ...(logMessage === "" ? {} : { log: logMessage }),
    },
  };
}

export const ofLine = (file: string, line: number, given: Conditions): Wanted => withConditions({ kind: "line", file, line }, given);

export function ofFunction({ name, ...given }: DebugProtocol.FunctionBreakpoint, frame: FrameReference): Wanted {
  const lock = /^\s*lock:\s*([^]+)$/.exec(name)?.[1];
  return withConditions(
    lock === undefined ? { kind: "function", name: name.trim() } : { kind: "lock", expression: lock.trim(), in: frame },
    given,
  );
}

/** The object of a data breakpoint: dataBreakpointInfo writes it, setDataBreakpoints reads it. */
export interface DataPlace {
  readonly expression: string;
  readonly frame: FrameReference;
}

export function ofData({ dataId, accessType, ...given }: DebugProtocol.DataBreakpoint): Wanted {
  let place: DataPlace;
  try {
    place = JSON.parse(dataId) as DataPlace;
  } catch {
    return { problem: "the data breakpoint is not one of this session" };
  }
  const access = accessType === "read" ? "read" : accessType === "readWrite" ? "both" : "write";
  return withConditions({ kind: "data", expression: place.expression, access, in: place.frame }, given);
}

/** No violation stops the run. */
export const noFailure: Wanted = { spec: { kind: "failure", property: "none" } };

export const ofFilter = (filter: string): Wanted =>
  allProperties.includes(filter as Property)
    ? { spec: { kind: "failure", property: filter as Property } }
    : { problem: `there is no property ${filter}; use ${allProperties.join(", ")}` };
