// Witnesses of SV-COMP as GraphML, format 1.0. In: the path of a violation, or none for a safe program. Out: XML text.
//
// A violation witness is an automaton with one path. An edge says which thread executes which line; `createThread` introduces a thread, and the
// edge after it enters that thread's function; calls and returns are edges of their own. A correctness witness is one state without invariants.

import { type SourceText, statementAt } from "../reports/source-text.ts";
import { documentText, type Element, element } from "../reports/xml.ts";
import type { WitnessMetadata } from "./metadata.ts";
import type { PathPoint, ViolationPath } from "./path.ts";

/** The names of data, their types, and what they belong to. */
const keys = [
  ["witness-type", "string", "graph"],
  ["sourcecodelang", "string", "graph"],
  ["producer", "string", "graph"],
  ["specification", "string", "graph"],
  ["programfile", "string", "graph"],
  ["programhash", "string", "graph"],
  ["architecture", "string", "graph"],
  ["creationtime", "string", "graph"],
  ["entry", "boolean", "node"],
  ["violation", "boolean", "node"],
  ["threadId", "string", "edge"],
  ["createThread", "string", "edge"],
  ["startline", "int", "edge"],
  ["enterFunction", "string", "edge"],
  ["returnFromFunction", "string", "edge"],
  ["sourcecode", "string", "edge"],
  ["assumption", "string", "edge"],
  ["assumption.scope", "string", "edge"],
  ["assumption.resultfunction", "string", "edge"],
] as const;
type Key = (typeof keys)[number][0];
type EdgeData = Partial<Record<Key, string>>;

export function graphmlWitness(path: ViolationPath | null, metadata: WitnessMetadata, source: SourceText): string {
  const edges = path === null ? [] : edgesOf(path, source);
  const nodes = Array.from({ length: edges.length + 1 }, (_, i) => {
    const data = [
      ...(i === 0 ? [datum("entry", "true")] : []),
      ...(path !== null && i === edges.length ? [datum("violation", "true")] : []),
    ];
    return element("node", { id: `N${i}` }, data);
  });
  const links = edges.map((data, i) =>
    element(
      "edge",
      { source: `N${i}`, target: `N${i + 1}` },
      Object.entries(data).map(([key, value]) => datum(key as Key, value)),
    ),
  );
  const graph = element("graph", { edgedefault: "directed" }, [...graphData(path, metadata), ...nodes, ...links]);
  const declarations = keys.map(([id, type, target]) =>
    element("key", { id, "attr.name": id, "attr.type": type, for: target }, type === "boolean" ? [element("default", {}, "false")] : []),
  );
  const spaces = { xmlns: "http://graphml.graphdrawing.org/xmlns", "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance" };
  return documentText(element("graphml", spaces, [...declarations, graph]));
}

const datum = (key: Key, value: string): Element => element("data", { key }, value);

function graphData(path: ViolationPath | null, { version, task, dataModel, files, creationTime }: WitnessMetadata): Element[] {
  return [
    datum("witness-type", path === null ? "correctness_witness" : "violation_witness"),
    datum("sourcecodelang", "C"),
    datum("producer", `Ravel ${version}`),
    datum("specification", task.specification),
    datum("programfile", files[0]?.name ?? ""),
    datum("programhash", files[0]?.sha256 ?? ""),
    datum("architecture", dataModel === "lp64" ? "64bit" : "32bit"),
    datum("creationtime", creationTime),
  ];
}

/** The edges of the path, with the calls and returns between its points. */
function edgesOf({ points, targets, calls }: ViolationPath, source: SourceText): EdgeData[] {
  const edges: EdgeData[] = [{ threadId: "0", createThread: "0", enterFunction: "main" }];
  const stacks = new Map<number, readonly string[]>([[0, ["main"]]]);
  const goTo = (thread: number, stack: readonly string[]): void => {
    for (const move of movesBetween(stacks.get(thread) ?? [], stack)) edges.push({ threadId: String(thread), ...move });
    stacks.set(thread, stack);
  };
  for (const point of points) {
    goTo(point.thread, point.stack);
    const at = { threadId: String(point.thread), startline: String(point.place.line), ...textOf(point, source) };
    const [first, ...more] = point.inputs.map(({ what, value }) => ({
      assumption: `\\result == ${value}`,
      ...(point.place.function === null ? {} : { "assumption.scope": point.place.function }),
      "assumption.resultfunction": what,
    }));
    const [created, ...others] = point.starts.map((n) => ({ createThread: String(n) }));
    edges.push({ ...at, ...created, ...first });
    for (const data of [...others, ...more]) edges.push({ ...at, ...data });
  }
  for (const { thread, place, stack } of targets.slice(-1)) {
    goTo(thread, stack);
    edges.push({
      threadId: String(thread),
      startline: String(place.line),
      ...textOf({ place }, source),
      ...(calls === null ? {} : { enterFunction: calls }),
    });
  }
  return edges;
}

function textOf({ place }: Pick<PathPoint, "place">, source: SourceText): EdgeData {
  const text = statementAt(source, place.file, place.line, place.column === null ? null : { first: place.column, last: place.column });
  return text === null ? {} : { sourcecode: text };
}

/** Returns to what both stacks share, and the calls from there. */
function movesBetween(from: readonly string[], to: readonly string[]): EdgeData[] {
  let shared = 0;
  while (shared < from.length && shared < to.length && from[shared] === to[shared]) shared++;
  return [
    ...from
      .slice(shared)
      .reverse()
      .map((name) => ({ returnFromFunction: name })),
    ...to.slice(shared).map((name) => ({ enterFunction: name })),
  ];
}
