// The account of `--explain` for symex, in the words of AGSE and PDPOR: what the formulas of each node say, how often they left out a state, and how many steps that saved. In:
// the graph of a search that is over. Out: entries, the most useful formulas first.

import type { Program } from "../../program/program.ts";
import { counted, type EngineStats, type Explanation, listOf, shortName } from "../../reports/report.ts";
import type { ConditionText } from "../../symbolic/condition-text.ts";
import type { EngineResult } from "../engine.ts";
import type { Gig, GigFormula, GigNode, GigPair } from "./gig.ts";
import type { Pruning, SymexTask } from "./options.ts";

/** More are not listened to. */
const maxEntries = 24;
const maxConjuncts = 12;
const maxPairsTold = 24;

interface Entry {
  readonly what: Explanation["what"];
  readonly text: string;
  readonly location: Explanation["location"];
  uses: number;
  saved: number;
  nodes: number;
  readonly omitted: number;
}

interface SearchAccount {
  readonly program: Program;
  readonly prune: Pruning;
  readonly reduction: string;
  readonly properties: readonly string[];
  readonly stats: EngineStats;
}

export function explainSearch(gig: Gig | null, task: SymexTask, { stats, options }: EngineResult): Explanation[] {
  if (gig === null) return [];
  const { program, properties } = task;
  const account = { program, properties, stats, prune: options.prune as Pruning, reduction: `${options.reduction}` };
  const entries = entriesOf(gig, account);
  const rest = entries.slice(maxEntries);
  const told: Explanation[] = [{ what: "search", location: null, text: overview(gig, account) }];
  for (const e of entries.slice(0, maxEntries)) told.push({ what: e.what, location: e.location, text: entryText(e) });
  for (const p of gig.pairs.slice(0, maxPairsTold)) told.push(pairEntry(program, p));
  const more = rest.length + formulasOf(gig).filter((f) => f.text === null).length;
  if (more > 0) {
    const saved = rest.reduce((sum, e) => sum + e.saved, 0);
    const what = account.prune === "summaries" ? "predicate summaries" : "formulas";
    told.push({
      what: "search",
      location: null,
      text: `Less useful and not listed: ${more} ${what}, which saved ${counted(saved, "step")}.`,
    });
  }
  return told;
}

const formulasOf = (gig: Gig): GigFormula[] => gig.nodes.flatMap((n) => n.formulas);

function overview(gig: Gig, { prune, reduction, properties, stats }: SearchAccount): string {
  const nodes = gig.nodes.filter((n) => n.leaf === null);
  const pivots = nodes.filter((n) => n.isInterleaving).length;
  const branching = nodes.filter((n) => n.isBranching).length;
  const saved = formulasOf(gig).reduce((sum, f) => sum + f.saved, 0);
  const left = { none: "", summaries: "pruned by predicate summaries (PS)", interpolants: "subsumed by state interpolants (Ψ)" }[prune];
  const partial = stats.subsumed ?? 0;
  const cut =
    partial === 0
      ? "No state was left out."
      : `${counted(partial, "state")} ${partial === 1 ? "was" : "were"} ${left}, which saved ${counted(saved, "step")}.`;
  return [
    `Search for a violation of ${listOf(properties)}, reduction ${reduction}: ${counted(stats.steps ?? 0, "step")}, ${counted(stats.runs ?? 0, "run")} to the end.`,
    `Generalised interleaving graph (GIG): ${counted(nodes.length, "node")}, ${counted(pivots, "interleaving pivot point")} (i-PP), ${counted(branching, "branching pivot point")} (b-PP).`,
    prune === "none" ? "Nothing was pruned." : cut,
  ].join(" ");
}

/** Formulas that say the same of the same lines are one entry. */
function entriesOf(gig: Gig, { program, prune, reduction }: SearchAccount): Entry[] {
  const entries = new Map<string, Entry>();
  const add = (entry: Omit<Entry, "nodes">, key: string): void => {
    const known = entries.get(key);
    if (known === undefined) entries.set(key, { ...entry, nodes: 1 });
    else {
      known.uses += entry.uses;
      known.saved += entry.saved;
      known.nodes++;
    }
  };
  for (const node of gig.nodes) {
    const location = locationOf(program, node);
    const where = placesText(program, node, location?.file ?? null);
    const name = `n${node.number}`;
    for (const { text, uses, saved } of node.formulas) {
      if (text === null) continue;
      const formula = conditionText(text);
      const what = node.leaf === "settled" ? "settled" : prune === "summaries" ? "summary" : "interpolant";
      const told = {
        settled: `settled: nothing can go wrong any more${formula === "true" ? "" : ` while ${formula}`}`,
        summary: `PS[${name}] is ${formula}`,
        interpolant: `Ψ is ${formula}`,
      };
      const { omitted } = text;
      add(
        { what, text: `Node ${name}, ${where}: ${told[what]}.`, location, uses, saved, omitted },
        `${where} ${told[what].replace(name, "")}`,
      );
    }
    if (node.trace === null) continue;
    const { threads, text } = node.trace;
    const set = `{${threads.join(", ")}} is a persistent set`;
    const isFree = text.conjuncts?.length === 0 && !text.isCut;
    const relation =
      reduction === "pdpor"
        ? "its next steps semi-commute with every step that others may still take"
        : "no step that others may still take conflicts with its next steps";
    const told = `${set}: ${relation}${isFree ? "" : `, while ${conditionText(text)} (trace interpolant)`}`;
    const what = isFree ? ("commutes" as const) : ("trace-interpolant" as const);
    const trace = { what, text: `Node ${name}, ${where}: ${told}.`, location, uses: node.visits, saved: 0 };
    add({ ...trace, omitted: text.omitted }, `${where} ${told}`);
  }
  return [...entries.values()].sort((a, b) => b.saved - a.saved || b.uses - a.uses);
}

/** Why two steps were taken to commute. */
function pairEntry({ positions }: Program, pair: GigPair): Explanation {
  const [at, other] = pair.positions.map((p) => positions[p]);
  const location = at === undefined ? null : { file: at.file, line: at.line, column: at.column };
  const placed = (thread: number, p: typeof at): string =>
    `${shortName(thread)} at ${p?.file === at?.file ? `line ${p?.line}` : `${p?.file}:${p?.line}`}`;
  const steps = `The steps of ${placed(pair.threads[0], at)} and of ${placed(pair.threads[1], other)}`;
  const condition = conditionText(pair.while);
  const isFree = condition === "true";
  const why = {
    independent: "commute: neither writes what the other touches",
    equal: "semi-commute: both orders lead to the same state",
    ordered: "semi-commute: one order uses at least as much of a resource as the other, and more of it only makes violations more likely",
  }[pair.reason];
  const same = pair.count === 1 ? "" : ` So do ${counted(pair.count - 1, "pair")} more at these lines.`;
  const what = isFree ? "commutes" : "trace-interpolant";
  return { what, location, text: `${steps} ${why}${isFree ? "" : `, while ${condition} (trace interpolant)`}.${same}` };
}

function entryText({ what, text, uses, saved, nodes, omitted }: Entry): string {
  const states = counted(uses, "state");
  const verb = {
    "trace-interpolant": "Used in",
    commutes: "Used in",
    settled: "Not explored:",
    summary: "Pruned",
    interpolant: "Subsumed",
  }[what as "summary"];
  const use =
    what === "trace-interpolant" || what === "commutes" || what === "settled"
      ? `${verb} ${states}.`
      : uses === 0
        ? "Not used."
        : `${verb} ${states}, saved ${counted(saved, "step")}.`;
  const same = nodes === 1 ? "" : ` The same at ${counted(nodes - 1, "node")} more, with other objects.`;
  const left = omitted === 0 ? "" : ` Not shown: ${counted(omitted, "condition")} on the library's objects and addresses.`;
  return `${text} ${use}${same}${left}`;
}

/** Where the first thread stands that is not main, if there is one. */
function locationOf({ positions }: Program, { places }: GigNode): Explanation["location"] {
  const known = places.filter((p) => p.position !== 0);
  const p = positions[(known.find((x) => x.thread > 0) ?? known[0])?.position ?? 0];
  return p === undefined || p.line === 0 ? null : { file: p.file, line: p.line, column: p.column };
}

/** `main at line 20 and T2 at line 12`; of other files than the one that is named before, `T2 at g.c:12`. */
export function placesText({ positions }: Program, { places }: GigNode, file: string | null): string {
  if (places.length === 0) return "all threads ended";
  return listOf(
    places.map(({ thread, position }) => {
      const p = position === 0 ? undefined : positions[position];
      if (p === undefined) return `${shortName(thread)} about to end`;
      return `${shortName(thread)} at ${p.file === file ? `line ${p.line}` : `${p.file}:${p.line}`}`;
    }),
  );
}

export function conditionText({ conjuncts, isCut }: ConditionText): string {
  if (conjuncts === null) return "false";
  if (conjuncts.length === 0 && isCut) return "too large to be shown";
  const shown = conjuncts.slice(0, maxConjuncts);
  const more = conjuncts.length - shown.length;
  const ends = more > 0 ? [`${more} more`] : isCut ? ["…"] : [];
  const parts = [...shown.map((c) => (shown.length > 1 && c.includes(" || ") ? `(${c})` : c)), ...ends];
  return parts.length === 0 ? "true" : parts.join(" && ");
}
