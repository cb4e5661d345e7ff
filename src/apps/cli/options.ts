// The command line's words → typed options. Every option of every command is declared once here; an unknown one, a value out
// of range, or one that does not fit the engine is RVL001 or RVL003, naming what would fit.

import { parseArgs } from "node:util";
import { findEngine } from "../../check.ts";
import { engines } from "../../engines/table.ts";
import { allProperties, defaultProperties, type Property } from "../../execution/errors.ts";
import { exercisedFreedoms } from "../../execution/freedoms.ts";
import { statsParts } from "../../reports/text.ts";
import { fail } from "../../support/diagnostics.ts";
import { nearest, plannedFormats, plannedOptions } from "./planned.ts";

/** `parts` is a list that may be left out: then the option means those of `alone`. */
type Kind = "flag" | "text" | "texts" | "number" | "choice" | "list" | "parts";

export interface Declaration {
  readonly kind: Kind;
  readonly values?: readonly string[];
  /** What the option means without a list. */
  readonly alone?: readonly string[];
  readonly short?: string;
  readonly argument?: string;
  readonly help: string;
  /** Only engines that list the option take it. */
  readonly engineSpecific?: boolean;
  readonly least?: number;
}

export const formats = ["text", "json"] as const;
export type Format = (typeof formats)[number];

const format = { kind: "choice", values: formats, help: "of standard output (default text)" } as const satisfies Declaration;

const frontEnd = {
  "data-model": { kind: "choice", values: ["lp64", "ilp32"], help: "sizes of long and pointers (default lp64)" },
  clang: {
    kind: "text",
    argument: "embedded|system|PATH",
    help: "which compiler (default: a system clang from 17 on, else the embedded one)",
  },
  "system-headers": { kind: "flag", help: "the host's headers instead of ravel's" },
  "no-cache": { kind: "flag", help: "compile anew, store nothing" },
} as const satisfies Record<string, Declaration>;

const environment = {
  property: { kind: "list", values: allProperties, help: `what to check (default ${defaultProperties.join(",")})` },
  input: { kind: "text", argument: "FILE.json", help: "values for the program's inputs, in order" },
  "max-steps": { kind: "number", least: 1, help: "cut a run after so many steps" },
  assume: {
    kind: "list",
    values: exercisedFreedoms.map((f) => f.assumption),
    help: "what the environment does not do, though it may",
  },
  "spurious-wakeups": { kind: "flag", help: "no effect: they are part of every check" },
  "spurious-failures": { kind: "flag", help: "no effect: they are part of every check" },
  "allocation-may-fail": { kind: "flag", help: "malloc and pthread_create may fail" },
  "unknown-calls": { kind: "choice", values: ["stop", "nondet"], help: "a call of an unmodelled function: stop (default), or any result" },
  memory: { kind: "number", argument: "MB", least: 16, help: "memory limit (default 4096, or three quarters of what there is)" },
  seed: { kind: "number", least: 0, help: "seed of random choices (default 1)" },
} as const satisfies Record<string, Declaration>;

export const declarations = {
  check: {
    engine: { kind: "choice", values: engines.map((e) => e.name), help: "how (default auto; see `ravel engines`)" },
    strategy: {
      kind: "choice",
      values: ["dfs", "random", "pct"],
      engineSpecific: true,
      help: "explore: every schedule (dfs, the default), or some",
    },
    reduction: {
      kind: "choice",
      values: ["none", "dpor", "optimal", "rf", "states"],
      engineSpecific: true,
      help: "explore: leave out reorderings of independent steps (default dpor)",
    },
    jobs: {
      kind: "number",
      least: 1,
      engineSpecific: true,
      help: "threads; auto: engines side by side (default: cores, up to 4); explore: to search (1)",
    },
    "max-runs": { kind: "number", least: 1, engineSpecific: true, help: "explore: how many runs" },
    encoding: {
      kind: "choice",
      values: ["staged", "cssa", "eager"],
      engineSpecific: true,
      help: "staged: summaries, pruned (default); cssa: locals as equations; eager: not pruned",
    },
    solver: {
      kind: "text",
      argument: "NAME",
      engineSpecific: true,
      help: "staged: ravel (default), z3, smtlib:COMMAND, or cross (ours and z3)",
    },
    certificate: { kind: "text", argument: "FILE", engineSpecific: true, help: "staged: where to write the proof of what is safe" },
    unwind: {
      kind: "number",
      least: 1,
      engineSpecific: true,
      help: "staged: rounds of loops, and 16 bytes each of unknown sizes (default: as needed)",
    },
    "context-bound": {
      kind: "number",
      argument: "K",
      least: 0,
      help: "only runs in which a thread that could go on is left at most K times",
    },
    ...environment,
    timeout: { kind: "number", argument: "SEC", least: 0, help: "time limit (default 300)" },
    ...frontEnd,
    format,
    output: { kind: "text", short: "o", argument: "FILE", help: "write there instead of standard output" },
    report: { kind: "texts", argument: "FORMAT=FILE", help: "a further report (repeatable)" },
    witness: { kind: "text", argument: "FILE", help: "where to write the witness of a violation" },
    stats: {
      kind: "parts",
      values: statsParts,
      alone: statsParts.filter((p) => p !== "final-states"),
      help: "how much work it was; final-states: what globals end with",
    },
    progress: { kind: "choice", values: ["auto", "json", "none"], help: "progress on standard error (default auto)" },
    "fail-on": {
      kind: "list",
      values: ["unsafe", "unknown", "bounded"],
      help: "verdicts that make the exit status non-zero (default all)",
    },
  },
  run: {
    schedule: { kind: "text", argument: "WITNESS.json", help: "follow this schedule instead of a random one" },
    witness: { kind: "text", argument: "FILE", help: "where to write the schedule of the run" },
    strategy: { kind: "choice", values: ["random", "pct"], help: "how to choose (default random)" },
    ...environment,
    ...frontEnd,
    format,
  },
  replay: { clang: frontEnd.clang, "no-cache": frontEnd["no-cache"], format },
  certify: { ...frontEnd, format },
  graph: {
    what: {
      kind: "choice",
      values: ["program", "skeleton"],
      help: "program: control flow of its functions; skeleton: shared accesses of its threads",
    },
    unwind: { kind: "number", least: 1, help: "skeleton: let loops go round so often (default 2)" },
    ...frontEnd,
    format: { kind: "choice", values: ["dot", "svg"], help: "default dot; svg if FILE ends in .svg" },
    output: { kind: "text", short: "o", argument: "FILE", help: "write there instead of standard output" },
  },
  solve: {
    proof: { kind: "text", argument: "FILE", help: "where to write the proof that there is no model" },
    "check-proof": { kind: "text", argument: "FILE", help: "check this proof instead of solving" },
    solver: { kind: "text", argument: "NAME", help: "for .smt2: ravel (default), z3, smtlib:COMMAND, or cross (ours and z3)" },
    timeout: { kind: "number", argument: "SEC", least: 0, help: "time limit (default none)" },
    memory: environment.memory,
  },
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

/** The words before `--`; what follows is for clang. */
export function ownWords(words: readonly string[]): readonly string[] {
  const split = words.indexOf("--");
  return split < 0 ? words : words.slice(0, split);
}

export function parseArguments(command: Command, words: readonly string[]): ParsedArguments {
  const declared = declarations[command] as Record<string, Declaration>;
  const own = ownWords(words);
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
  // Not strict: we word the errors ourselves.
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

/** `--stats` alone, `--stats work,time` and `--stats=work,time`: the word behind it is its value if it could be one and no file name. */
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
  const planned = plannedOptions.get(raw);
  const file = words.find((w) => w.startsWith(raw) && w.endsWith(".c"));
  const others = Object.entries(declarations).flatMap(([c, options]) => (Object.hasOwn(options, name) ? [`ravel ${c}`] : []));
  const hint =
    planned ??
    (file !== undefined
      ? `for a file of that name: ./${file}`
      : others.length > 0
        ? `it is an option of ${others.join(" and ")}`
        : raw.startsWith("--")
          ? nearest(name, Object.keys(declarations[command]), "--")
          : null);
  return fail("RVL001", `unknown option ${raw} of ravel ${command}`, {
    hint: hint ?? `see ravel ${command} --help; flags for clang go after --`,
  });
}

function checkToken(name: string, value: string | undefined, inline: boolean, d: Declaration): void {
  if (d.kind === "flag") {
    if (value !== undefined) fail("RVL001", `${name} takes no value`);
    return;
  }
  // A value that looks like an option is a missing value, unless it is glued to the name.
  const missing = value === undefined || value === "" || (!inline && value.startsWith("-") && value.length > 1 && !/^-\d/.test(value));
  if (missing) fail("RVL001", `${name} needs a value`, { hint: `${name} ${valueForm(d)}` });
  else checkValue(name, value, d);
}

export function valueForm(d: Declaration): string {
  return d.argument ?? (d.values === undefined ? "N" : d.values.join(d.kind === "list" || d.kind === "parts" ? "," : "|"));
}

function checkValue(name: string, value: string, d: Declaration): void {
  const allowed = (v: string): boolean => d.values?.includes(v) ?? true;
  const not = (v: string, form: string): never =>
    fail("RVL001", `${name} does not take ${v === "" ? "an empty word" : v}`, {
      hint: `${form} ${d.values?.join(", ")}${d.values === formats && plannedFormats.includes(v) ? `; ${v} is not in this version` : ""}`,
    });
  if (d.kind === "choice" && !allowed(value)) not(value, "one of");
  if (d.kind === "list" || d.kind === "parts") for (const v of value.split(",")) if (!allowed(v)) not(v, "a list of");
  if (d.kind !== "number") return;
  const whole = d.argument !== "SEC";
  const isNumber =
    /^\d+(\.\d+)?$/.test(value) &&
    Number(value) >= (d.least ?? 0) &&
    Number(value) <= Number.MAX_SAFE_INTEGER &&
    (Number.isInteger(Number(value)) || !whole);
  if (!isNumber) fail("RVL001", `${name} does not take ${value}`, { hint: `a ${whole ? "whole " : ""}number from ${d.least ?? 0} on` });
}

function checkFit(parsed: ParsedArguments, declared: Record<string, Declaration>, values: Record<string, unknown>): void {
  const engine = findEngine(parsed.text("engine") ?? "auto");
  if (parsed.list("stats")?.includes("final-states")) {
    const hint = "they are collected by --engine explore, which tries every schedule";
    if (engine.name !== "explore") fail("RVL003", `--stats final-states does not fit the engine ${engine.name}`, { hint });
    const sampled = parsed.text("strategy");
    if (sampled === "random" || sampled === "pct") fail("RVL003", `--stats final-states does not fit --strategy ${sampled}`, { hint });
    if (parsed.text("reduction") === "rf")
      fail("RVL003", "--stats final-states does not fit --reduction rf, which keeps what is read and not what is left", {
        hint: "--reduction optimal",
      });
  }
  for (const name of Object.keys(values)) {
    if (!declared[name]?.engineSpecific || engine.options.includes(name)) continue;
    const fitting = engines.filter((e) => e.options.includes(name)).map((e) => e.name);
    fail("RVL003", `--${name} does not fit the engine ${engine.name}`, { hint: `it fits ${fitting.join(", ")}: --engine ${fitting[0]}` });
  }
}

export function properties(parsed: ParsedArguments): readonly Property[] {
  const asked = (parsed.list("property") ?? defaultProperties) as readonly Property[];
  return [...new Set(asked)];
}
