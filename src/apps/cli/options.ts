// Parses the command line. In: its arguments. Out: typed options. Every option of every command is declared here, once. An unknown
// option or an invalid value is RVL001, an option that the engine does not support RVL003; the hint names what is accepted.

import { parseArgs } from "node:util";
import { findEngine } from "../../check.ts";
import { type Encoding, encodings, symmetryLevels, techniques, techniquesOf } from "../../encoding/techniques.ts";
import { fusionParts } from "../../engines/fusion/options.ts";
import { branchings, prunings, reductions } from "../../engines/symex/options.ts";
import { engines } from "../../engines/table.ts";
import { allProperties, defaultProperties, type Property } from "../../execution/errors.ts";
import { exercisedFreedoms } from "../../execution/freedoms.ts";
import { reportFormats } from "../../reports/formats.ts";
import { statsParts } from "../../reports/text.ts";
import { fail } from "../../support/diagnostics.ts";
import { nearest } from "./nearest.ts";

/** `parts`: the value, a list, is optional; without it the option means the list `alone`. */
type Kind = "flag" | "text" | "texts" | "number" | "choice" | "list" | "parts";

export interface Declaration {
  readonly kind: Kind;
  readonly values?: readonly string[];
  /** The value of the option if no list is given. */
  readonly alone?: readonly string[];
  readonly short?: string;
  readonly argument?: string;
  readonly help: string;
  /** Only the engines that list this option support it. */
  readonly engineSpecific?: boolean;
  readonly least?: number;
}

/** The reductions of explore. */
const exploreReductions = ["none", "dpor", "optimal", "rf", "states"] as const;

const format = {
  kind: "choice",
  values: ["text", "json"],
  help: "format of standard output (default text)",
} as const satisfies Declaration;

const color = {
  kind: "choice",
  values: ["auto", "always", "never"],
  help: "text: colours (default auto: on a terminal, unless NO_COLOR is set)",
} as const satisfies Declaration;

const full = { kind: "flag", help: "text: show every step, fold nothing" } as const satisfies Declaration;

const frontEnd = {
  "data-model": { kind: "choice", values: ["lp64", "ilp32"], help: "sizes of long and pointers (default lp64)" },
  clang: {
    kind: "text",
    argument: "embedded|system|PATH",
    help: "compiler (default: a system clang, version 17 or later; else embedded)",
  },
  "system-headers": { kind: "flag", help: "use the host's headers instead of Ravel's" },
  "build-dir": {
    kind: "text",
    short: "p",
    argument: "BUILD_DIR",
    help: "take files and flags from compile_commands.json: of a target, or of the named files",
  },
  entry: { kind: "text", argument: "f,g[*2]", help: "run these functions as threads, for code without main" },
  "no-cache": { kind: "flag", help: "do not read or write the cache" },
} as const satisfies Record<string, Declaration>;

const environment = {
  property: { kind: "list", values: allProperties, help: `properties to check (default ${defaultProperties.join(",")})` },
  input: { kind: "text", argument: "FILE.json", help: "read the program's inputs from FILE.json, in order" },
  "max-steps": { kind: "number", least: 1, help: "stop a thread (a sampled run) after N steps" },
  assume: {
    kind: "list",
    values: exercisedFreedoms.map((f) => f.assumption),
    help: "exclude some of what the environment may do",
  },
  "spurious-wakeups": { kind: "flag", help: "accepted, no effect: part of every check" },
  "spurious-failures": { kind: "flag", help: "accepted, no effect: part of every check" },
  "allocation-may-fail": { kind: "flag", help: "malloc and pthread_create may fail" },
  "unknown-calls": {
    kind: "choice",
    values: ["stop", "nondet"],
    help: "on a call to an unmodelled function: stop (default) or return any value",
  },
  memory: { kind: "number", argument: "MB", least: 16, help: "memory limit (default 4096, at most three quarters of the machine's)" },
  seed: { kind: "number", least: 0, help: "seed for random choices (default 1)" },
} as const satisfies Record<string, Declaration>;

export const declarations = {
  check: {
    engine: { kind: "choice", values: engines.map((e) => e.name), help: "engine to use (default auto; see `ravel engines`)" },
    strategy: {
      kind: "choice",
      values: ["dfs", "random", "pct"],
      engineSpecific: true,
      help: "explore: all schedules (dfs, default) or sampled ones (random, pct)",
    },
    reduction: {
      kind: "choice",
      values: [...new Set([...exploreReductions, ...reductions])],
      engineSpecific: true,
      help: "explore, fusion, symex: partial order reduction to use (default dpor; symex: none)",
    },
    jobs: {
      kind: "number",
      least: 1,
      engineSpecific: true,
      help: "threads. auto: engines side by side (default: cores, up to 4); explore: search (1)",
    },
    "max-runs": { kind: "number", least: 1, engineSpecific: true, help: "explore, fusion, guided, symex: stop after N runs" },
    "prune-effort": {
      kind: "number",
      least: 0,
      engineSpecific: true,
      help: "fusion: give up a pruning question after N conflicts (default 20000)",
    },
    prune: {
      kind: "choice",
      values: prunings,
      engineSpecific: true,
      help: "symex: which formulas leave out states (default interpolants)",
    },
    table: { kind: "number", least: 1, engineSpecific: true, help: "symex: keep formulas of at most N control points" },
    "summary-size": { kind: "number", least: 1, engineSpecific: true, help: "symex: keep at most N operators per control point" },
    branches: {
      kind: "choice",
      values: branchings,
      engineSpecific: true,
      help: "symex: merge branches that others do not see (default), or decide each (fork)",
    },
    "no-slice": { kind: "flag", engineSpecific: true, help: "symex: also reorder steps that have no influence on assertions" },
    encoding: {
      kind: "choice",
      values: encodings,
      engineSpecific: true,
      help: "staged: pruned summaries (default); cssa: equations; eager: unpruned; steps: by steps",
    },
    symmetry: {
      kind: "choice",
      values: symmetryLevels,
      engineSpecific: true,
      help: "exchange threads that do the same (program; symex: off), or also in formulas",
    },
    without: {
      kind: "list",
      values: [...fusionParts, ...techniques],
      argument: "LIST",
      engineSpecific: true,
      help: "leave out parts of the engine or the encoding, to measure them",
    },
    solver: {
      kind: "text",
      argument: "NAME",
      engineSpecific: true,
      help: "formulas: ravel (default), z3, smtlib:COMMAND, or cross (ravel and z3, compared)",
    },
    certificate: {
      kind: "text",
      argument: "FILE",
      engineSpecific: true,
      help: "staged, guided: write a proof of the safe verdicts to FILE",
    },
    unwind: {
      kind: "number",
      least: 1,
      engineSpecific: true,
      help: "staged: unroll loops N times; objects of unknown size get up to 16 N bytes",
    },
    schedule: {
      kind: "text",
      argument: "WITNESS.json",
      engineSpecific: true,
      help: "guided, symex: the first run follows this schedule",
    },
    "context-bound": {
      kind: "number",
      argument: "K",
      least: 0,
      help: "check only runs with at most K preemptions",
    },
    ...environment,
    timeout: { kind: "number", argument: "SEC", least: 0, help: "time limit (default 300)" },
    ...frontEnd,
    format: { ...format, values: [...reportFormats, "svcomp"], help: "format of standard output (default text; with --svcomp: svcomp)" },
    full,
    color,
    output: { kind: "text", short: "o", argument: "FILE", help: "write to FILE instead of standard output" },
    report: { kind: "texts", argument: "FORMAT=FILE", help: "write another report to FILE (repeatable)" },
    witness: { kind: "text", argument: "FILE", help: "write the witness of a violation to FILE" },
    svcomp: { kind: "text", argument: "FILE.prp", help: "check a property file of SV-COMP; print TRUE, FALSE(…) or UNKNOWN" },
    stats: {
      kind: "parts",
      values: statsParts,
      alone: statsParts.filter((p) => p !== "final-states"),
      help: "print statistics; final-states: final values of globals",
    },
    explain: { kind: "flag", engineSpecific: true, help: "auto, fusion, guided, symex: tell how the check went, after the report" },
    progress: { kind: "choice", values: ["auto", "json", "none"], help: "show progress on standard error (default auto)" },
    baseline: { kind: "text", argument: "FILE", help: "accept the violations of this JSON report; new ones count" },
    first: { kind: "flag", help: "end at the first violation" },
    all: { kind: "flag", help: "look for violations at further places, not only the first of each property" },
    "fail-on": {
      kind: "list",
      values: ["unsafe", "unknown", "bounded", "none"],
      help: "exit with a non-zero status on these verdicts (default: all)",
    },
  },
  run: {
    schedule: { kind: "text", argument: "WITNESS.json", help: "follow this schedule instead of a random one" },
    witness: { kind: "text", argument: "FILE", help: "write the schedule of the run to FILE" },
    strategy: { kind: "choice", values: ["random", "pct"], help: "how to choose the next thread (default random)" },
    ...environment,
    "max-steps": { ...environment["max-steps"], help: "stop the run after N steps (default 100000)" },
    ...frontEnd,
    format,
    full,
    color,
  },
  replay: {
    native: { kind: "flag", help: "compile with gcc and run to the failure in a native process" },
    gdb: { kind: "flag", help: "write a gdb script that drives your own executable to the failure" },
    output: {
      kind: "text",
      short: "o",
      argument: "PATH",
      help: "gdb: write the script to this file; native: keep the program in this directory",
    },
    clang: frontEnd.clang,
    "no-cache": frontEnd["no-cache"],
    format,
    full,
    color,
  },
  certify: { ...frontEnd, format },
  validate: {
    svcomp: { kind: "text", argument: "FILE.prp", help: "the property file (default: what the witness names)" },
    timeout: { kind: "number", argument: "SEC", least: 0, help: "time limit (default 300)" },
    memory: environment.memory,
    ...frontEnd,
    format,
  },
  debug: {
    open: { kind: "flag", help: "also open the page in the system's browser" },
    dap: { kind: "flag", help: "talk to an editor on standard input and output (Debug Adapter Protocol)" },
    port: { kind: "number", least: 0, argument: "N", help: "talk to editors that connect to this port of the loopback interface; 0: any" },
    property: environment.property,
    "allocation-may-fail": environment["allocation-may-fail"],
    "unknown-calls": environment["unknown-calls"],
    memory: environment.memory,
    ...frontEnd,
  },
  graph: {
    what: {
      kind: "choice",
      values: ["program", "skeleton", "trace", "gig"],
      help: "program: control flow; skeleton: shared accesses; trace: those of a run; gig: a search",
    },
    unwind: { kind: "number", least: 1, help: "skeleton: unroll loops N times (default 2)" },
    schedule: { kind: "text", argument: "WITNESS.json", help: "trace, gig: of the run with this schedule (default: lowest thread first)" },
    seed: { kind: "number", least: 0, help: "trace: of a random run with this seed" },
    phantom: { kind: "flag", help: "trace: sides that the run did not take as phantom edges, where that is possible" },
    prune: { kind: "choice", values: prunings, help: "gig: which formulas leave out states (default summaries)" },
    reduction: { kind: "choice", values: reductions, help: "gig: partial order reduction to use (default none)" },
    ...frontEnd,
    format: { kind: "choice", values: ["dot", "svg"], help: "output format (default dot, or svg if FILE ends in .svg)" },
    output: { kind: "text", short: "o", argument: "FILE", help: "write to FILE instead of standard output" },
  },
  solve: {
    proof: { kind: "text", argument: "FILE", help: "write the proof of unsatisfiability to FILE" },
    "check-proof": { kind: "text", argument: "FILE", help: "check this proof instead of solving" },
    solver: { kind: "text", argument: "NAME", help: "for .smt2: ravel (default), z3, smtlib:COMMAND, or cross (ravel and z3, compared)" },
    timeout: { kind: "number", argument: "SEC", least: 0, help: "time limit (default: none)" },
    memory: environment.memory,
  },
  init: {},
  completion: {},
  engines: { format },
} as const satisfies Record<string, Record<string, Declaration>>;

export type Command = keyof typeof declarations;

export interface ParsedArguments {
  readonly positionals: readonly string[];
  readonly clangFlags: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | null;
  texts(name: string): readonly string[];
  number(name: string): number | null;
  list(name: string): readonly string[] | null;
}

/** The arguments before `--`; the rest are for clang. */
export function ravelArguments(words: readonly string[]): readonly string[] {
  const split = words.indexOf("--");
  return split < 0 ? words : words.slice(0, split);
}

export function parseArguments(command: Command, words: readonly string[]): ParsedArguments {
  const declared = declarations[command] as Record<string, Declaration>;
  const own = ravelArguments(words);
  const options = Object.fromEntries(
    Object.entries(declared).map(([name, d]) => [
      name,
      {
        type: d.kind === "flag" ? ("boolean" as const) : ("string" as const),
        multiple: d.kind === "texts",
        ...(d.short === undefined ? {} : { short: d.short }),
      },
    ]),
  );
  // Not strict: the errors are worded below.
  const { values, positionals, tokens } = parseArgs({
    args: withParts(own, declared),
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const d = Object.hasOwn(declared, token.name) ? declared[token.name] : undefined;
    if (d === undefined) unknownOption(command, token.name, token.rawName, own);
    else checkToken(token.rawName, token.value, token.inlineValue === true, d);
  }
  const get = (name: string): unknown => values[name];
  const parsed: ParsedArguments = {
    positionals,
    clangFlags: words.slice(own.length + 1),
    flag: (name) => get(name) === true,
    text: (name) => (get(name) as string | undefined) ?? null,
    texts: (name) => (get(name) as string[] | undefined) ?? [],
    number: (name) => (get(name) === undefined ? null : Number(get(name))),
    list: (name) => (get(name) === undefined ? null : (get(name) as string).split(",")),
  };
  if (command === "check") checkFit(parsed, declared, values);
  return parsed;
}

/** `--stats` alone, `--stats work,time` and `--stats=work,time`: the next argument is the value if it looks like one and not like a file name. */
function withParts(words: readonly string[], declared: Record<string, Declaration>): string[] {
  const out: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const d = word.startsWith("--") ? declared[word.slice(2)] : undefined;
    if (d?.kind !== "parts") {
      out.push(word);
      continue;
    }
    const next = words[i + 1];
    const isValue = next !== undefined && /^[a-z,-]+$/.test(next) && !next.startsWith("-");
    out.push(`${word}=${isValue ? next : (d.alone ?? d.values)?.join(",")}`);
    if (isValue) i++;
  }
  return out;
}

function unknownOption(command: Command, name: string, raw: string, words: readonly string[]): never {
  const file = words.find((w) => w.startsWith(raw) && w.endsWith(".c"));
  const others = Object.entries(declarations).flatMap(([c, options]) => (Object.hasOwn(options, name) ? [`ravel ${c}`] : []));
  const hint =
    file !== undefined
      ? `to name a file, write ./${file}`
      : others.length > 0
        ? `this is an option of ${others.join(" and ")}`
        : raw.startsWith("--")
          ? nearest(name, Object.keys(declarations[command]), "--")
          : null;
  return fail("RVL001", `unknown option ${raw} for ravel ${command}`, {
    hint: hint ?? `run ravel ${command} --help for the options; put clang flags after --`,
  });
}

function checkToken(name: string, value: string | undefined, inline: boolean, d: Declaration): void {
  if (d.kind === "flag") {
    if (value !== undefined) fail("RVL001", `${name} takes no value`);
    return;
  }
  // A value that looks like an option means that the value is missing, except in the form --name=value.
  const missing = value === undefined || value === "" || (!inline && value.startsWith("-") && value.length > 1 && !/^-\d/.test(value));
  if (missing) fail("RVL001", `${name} needs a value`, { hint: `write ${name} ${valueForm(d)}` });
  else checkValue(name, value, d);
}

export function valueForm(d: Declaration): string {
  return d.argument ?? (d.values === undefined ? "N" : d.values.join(d.kind === "list" || d.kind === "parts" ? "," : "|"));
}

function checkValue(name: string, value: string, d: Declaration): void {
  const allowed = (v: string): boolean => d.values?.includes(v) ?? true;
  const not = (v: string, form: string): never =>
    fail("RVL001", `invalid value for ${name}: ${v === "" ? "an empty string" : v}`, {
      hint: `${form} ${d.values?.join(", ")}`,
    });
  if (d.kind === "choice" && !allowed(value)) not(value, "use one of");
  if (d.kind === "list" || d.kind === "parts") for (const v of value.split(",")) if (!allowed(v)) not(v, "use a comma-separated list of");
  if (d.kind !== "number") return;
  const whole = d.argument !== "SEC";
  const isNumber =
    /^\d+(\.\d+)?$/.test(value) &&
    Number(value) >= (d.least ?? 0) &&
    Number(value) <= Number.MAX_SAFE_INTEGER &&
    (Number.isInteger(Number(value)) || !whole);
  if (!isNumber)
    fail("RVL001", `invalid value for ${name}: ${value}; expected ${whole ? "an integer" : "a number"} of at least ${d.least ?? 0}`);
}

function checkFit(parsed: ParsedArguments, declared: Record<string, Declaration>, values: Record<string, unknown>): void {
  const engine = findEngine(parsed.text("engine") ?? "auto");
  if (parsed.list("stats")?.includes("final-states")) {
    const hint = "use --engine explore with --strategy dfs, which runs every schedule";
    if (engine.name !== "explore") fail("RVL003", `engine ${engine.name} does not support --stats final-states`, { hint });
    const sampled = parsed.text("strategy");
    if (sampled === "random" || sampled === "pct") fail("RVL003", `--stats final-states conflicts with --strategy ${sampled}`, { hint });
    if (parsed.text("reduction") === "rf")
      fail("RVL003", "--stats final-states conflicts with --reduction rf, which does not preserve final values", {
        hint: "use --reduction optimal",
      });
  }
  checkSvcomp(parsed);
  checkExtent(parsed);
  const reduction = parsed.text("reduction");
  const fitting = reductionsOf[engine.name];
  if (fitting !== undefined && reduction !== null && !fitting.includes(reduction))
    fail("RVL003", `engine ${engine.name} does not support --reduction ${reduction}`, { hint: `use ${fitting.join(" or ")}` });
  for (const name of Object.keys(values)) {
    if (!declared[name]?.engineSpecific || engine.options.includes(name)) continue;
    const fitting = engines.filter((e) => e.options.includes(name)).map((e) => e.name);
    fail("RVL003", `engine ${engine.name} does not support --${name}`, { hint: `use --engine ${fitting.join(" or ")}` });
  }
  checkSymmetry(parsed, engine.name);
  checkWithout(parsed, engine.name);
}

function checkSymmetry(parsed: ParsedArguments, engine: string): void {
  const level = parsed.text("symmetry");
  if (level === null) return;
  if (engine === "symex" && level === "formula")
    fail("RVL003", "engine symex does not support --symmetry formula", { hint: "use --symmetry program, or --engine staged or guided" });
  // Which orders dpor tries depends on the runs that were made: those of a thread that is left out would count.
  if (engine === "symex" && parsed.text("reduction") === "dpor")
    fail("RVL003", "--symmetry conflicts with --reduction dpor", { hint: "use --reduction none, por or pdpor" });
  if (level === "formula" && parsed.text("encoding") !== "steps")
    fail("RVL003", "--symmetry formula needs the step encoding", { hint: "add --encoding steps" });
}

function checkExtent(parsed: ParsedArguments): void {
  if (parsed.flag("first") && parsed.flag("all")) fail("RVL003", "--first conflicts with --all", { hint: "omit one of them" });
  const failOn = parsed.list("fail-on") ?? [];
  if (failOn.includes("none") && failOn.length > 1)
    fail("RVL003", "--fail-on none conflicts with other verdicts", { hint: "write --fail-on none, or name the verdicts only" });
}

function checkSvcomp(parsed: ParsedArguments): void {
  const hasFile = parsed.text("svcomp") !== null;
  if (hasFile && parsed.list("property") !== null)
    fail("RVL003", "--svcomp conflicts with --property", { hint: "omit --property: the file says what to check" });
  if (hasFile && parsed.text("entry") !== null)
    fail("RVL003", "--svcomp conflicts with --entry", { hint: "omit --entry: the competition's programs start in main" });
  if (!hasFile && parsed.text("format") === "svcomp")
    fail("RVL003", "--format svcomp needs a property file", { hint: "add --svcomp FILE.prp" });
}

/** The reductions of engines that have one. */
const reductionsOf: Readonly<Record<string, readonly string[]>> = {
  explore: exploreReductions,
  fusion: ["none", "dpor"],
  symex: reductions,
};

/** What can be left out: parts of the engine, or techniques of the encoding. */
function checkWithout(parsed: ParsedArguments, engine: string): void {
  const encoding = (parsed.text("encoding") ?? "staged") as Encoding;
  const fitting: readonly string[] = [...(engine === "fusion" ? fusionParts : []), ...techniquesOf(encoding, engine === "guided")];
  for (const part of parsed.list("without") ?? [])
    if (!fitting.includes(part)) {
      const where = engine === "fusion" ? `engine fusion with --encoding ${encoding}` : `--encoding ${encoding}`;
      fail("RVL003", `${where} has no ${part} to leave out`, { hint: `use --without with any of ${fitting.join(", ")}` });
    }
}

export function properties(parsed: ParsedArguments): readonly Property[] {
  const asked = (parsed.list("property") ?? defaultProperties) as readonly Property[];
  return [...new Set(asked)];
}
