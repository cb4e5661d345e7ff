// Reads a witness of SV-COMP. In: GraphML (format 1.0) or YAML (2.0 to 2.2). Out: what it is about, and the places that a run should pass, in order.
// Throws RVL401 if the file is neither.
//
// Tools differ in how much they say: edges without lines, threads without numbers, calls that do not matter. Everything but the order of
// places is optional. Of an automaton with several paths, the shortest to a violation counts.

import type { DataModel } from "../program/program.ts";
import { fail } from "../support/diagnostics.ts";
import { parseXml, type XmlElement } from "./read-xml.ts";
import { parseYaml, type YamlValue } from "./read-yaml.ts";

export interface GuidePoint {
  /** As the witness names it; null: any. */
  readonly thread: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly function: string | null;
  /** The name of the thread that is started there. */
  readonly creates: string | null;
  /** A call or a return in the line, not the line itself. */
  readonly isCall: boolean;
  /** The value that an input must have; a number: a floating constant. */
  readonly value: bigint | number | null;
}

export interface WitnessGuide {
  readonly kind: "violation" | "correctness";
  /** As it is in the file. */
  readonly specification: string;
  readonly dataModel: DataModel | null;
  /** SHA-256 of the program's files, in small letters. */
  readonly hashes: readonly string[];
  readonly points: readonly GuidePoint[];
  /** Where the property is violated; empty: not said. */
  readonly targets: readonly GuidePoint[];
}

export function readWitnessGuide(text: string, name: string): WitnessGuide {
  const start = text.replace(/^\ufeff/, "").trimStart();
  if (start === "") fail("RVL401", `${name} is not a valid witness: the file is empty`);
  if (start.startsWith("{"))
    fail("RVL401", `${name} is not a witness of SV-COMP`, { hint: `for a witness of Ravel: ravel replay ${name}` });
  return start.startsWith("<") ? readGraphml(parseXml(text, name), name) : readYaml(parseYaml(text, name), name);
}

const dataModels: Readonly<Record<string, DataModel>> = { "32bit": "ilp32", "64bit": "lp64", ILP32: "ilp32", LP64: "lp64" };
const modelOf = (text: string): DataModel | null => dataModels[text] ?? null;

/** `\result == 7`, `x == -1`, `x == 3;`, `\result == 1.5`: the value that is asked for. */
function valueIn(text: string | null): bigint | number | null {
  const constant = /^\s*(?:\\result|[A-Za-z_]\w*)\s*==\s*\(?\s*(-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)[uUlLfF]*\s*\)?\s*;?\s*$/;
  const [, digits] = constant.exec(text ?? "") ?? [];
  if (digits === undefined) return null;
  return /^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits);
}

const lineOf = (text: string | number | null): number | null => (text !== null && /^\d+$/.test(String(text)) ? Number(text) : null);

// ---- GraphML

function readGraphml(root: XmlElement, name: string): WitnessGuide {
  const graph = root.children.find((c) => c.name === "graph");
  if (root.name !== "graphml" || graph === undefined) return fail("RVL401", `${name} is not a valid witness: it has no graph`);
  const dataOf = (e: XmlElement): ReadonlyMap<string, string> =>
    new Map(e.children.filter((c) => c.name === "data").map((d) => [d.attributes.get("key") ?? "", d.text.trim()]));
  const about = dataOf(graph);
  const nodes = graph.children.filter((c) => c.name === "node").map((n) => ({ id: n.attributes.get("id") ?? "", data: dataOf(n) }));
  const edges = graph.children
    .filter((c) => c.name === "edge")
    .map((e) => ({ from: e.attributes.get("source") ?? "", to: e.attributes.get("target") ?? "", data: dataOf(e) }));
  const entry = nodes.find((n) => n.data.get("entry") === "true");
  const violations = new Set(nodes.filter((n) => n.data.get("violation") === "true").map((n) => n.id));
  const isViolation = about.get("witness-type") !== "correctness_witness";
  if (entry === undefined) return fail("RVL401", `${name} is not a valid witness: no node is the entry`);
  if (isViolation && violations.size === 0) return fail("RVL401", `${name} is not a valid witness: no node is a violation`);
  const path = isViolation ? shortestPath(entry.id, violations, edges) : [];
  if (path === null) return fail("RVL401", `${name} is not a valid witness: no path leads to a violation`);
  return {
    kind: isViolation ? "violation" : "correctness",
    specification: about.get("specification") ?? "",
    dataModel: modelOf(about.get("architecture") ?? ""),
    hashes: [(about.get("programhash") ?? "").toLowerCase()].filter((h) => /^[0-9a-f]{64}$/.test(h)),
    points: path.map(({ data }) => ({
      thread: data.get("threadId") ?? null,
      file: data.get("originfile") ?? null,
      line: lineOf(data.get("startline") ?? data.get("endline") ?? null),
      function: data.get("assumption.scope") ?? null,
      creates: data.get("createThread") ?? null,
      isCall: false,
      value: valueIn(data.get("assumption") ?? null),
    })),
    targets: [],
  };
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly data: ReadonlyMap<string, string>;
}

function shortestPath(entry: string, violations: ReadonlySet<string>, edges: readonly Edge[]): Edge[] | null {
  const outgoing = new Map<string, Edge[]>();
  for (const e of edges) outgoing.set(e.from, [...(outgoing.get(e.from) ?? []), e]);
  const reachedBy = new Map<string, Edge | null>([[entry, null]]);
  const queue = [entry];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (violations.has(at)) {
      const path: Edge[] = [];
      for (let e = reachedBy.get(at); e != null; e = reachedBy.get(e.from)) path.unshift(e);
      return path;
    }
    for (const e of outgoing.get(at) ?? []) {
      if (reachedBy.has(e.to)) continue;
      reachedBy.set(e.to, e);
      queue.push(e.to);
    }
  }
  return null;
}

// ---- YAML

type Mapping = { readonly [key: string]: YamlValue };

const mapping = (v: YamlValue | undefined): Mapping => (v !== null && typeof v === "object" && !Array.isArray(v) ? (v as Mapping) : {});
const listOf = (v: YamlValue | undefined): readonly YamlValue[] => (Array.isArray(v) ? v : []);
const textOf = (v: YamlValue | undefined): string | null => (typeof v === "string" ? v : typeof v === "number" ? String(v) : null);

function readYaml(value: YamlValue, name: string): WitnessGuide {
  const entries = listOf(value).map(mapping);
  const entry = entries.find((e) => e.entry_type === "violation_sequence") ?? entries.find((e) => e.entry_type === "invariant_set");
  if (entry === undefined)
    return fail(
      "RVL401",
      `${name} is not a valid witness: it has neither GraphML nor an entry of type violation_sequence or invariant_set`,
    );
  const task = mapping(mapping(entry.metadata).task);
  const waypoints = listOf(entry.content).flatMap((s) => listOf(mapping(s).segment).map((w) => mapping(mapping(w).waypoint)));
  const followed = waypoints.filter((w) => w.action !== "avoid");
  const isTarget = (w: Mapping): boolean => w.type === "target";
  if (entry.entry_type === "violation_sequence" && !followed.some(isTarget))
    return fail("RVL401", `${name} is not a valid witness: no waypoint is a target`);
  return {
    kind: entry.entry_type === "violation_sequence" ? "violation" : "correctness",
    specification: textOf(task.specification) ?? "",
    dataModel: modelOf(textOf(task.data_model) ?? ""),
    hashes: Object.values(mapping(task.input_file_hashes)).flatMap((h) => (typeof h === "string" ? [h.toLowerCase()] : [])),
    points: followed.filter((w) => !isTarget(w)).map(pointOf),
    targets: followed.filter(isTarget).map(pointOf),
  };
}

function pointOf(w: Mapping): GuidePoint {
  const location = mapping(w.location);
  return {
    thread: textOf(w.thread_id),
    file: textOf(location.file_name),
    line: lineOf(textOf(location.line)),
    function: textOf(location.function),
    creates: null,
    isCall: w.type === "function_enter" || w.type === "function_return",
    value: valueIn(textOf(mapping(w.constraint).value)),
  };
}
