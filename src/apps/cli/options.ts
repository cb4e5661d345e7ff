// The command line's words → typed options. Every option of every command is declared once here; an unknown one, a value out
// of range, or one that does not fit the engine is RVL001 or RVL003, naming what would fit.

import { parseArgs } from "node:util";
import { findEngine } from "../../check.ts";
import { engines } from "../../engines/portfolio.ts";
import { type Property, allProperties, defaultProperties } from "../../execution/errors.ts";
import { fail } from "../../support/diagnostics.ts";

type Kind = "flag" | "text" | "texts" | "number" | "choice" | "list";

interface Declaration {
  readonly kind: Kind;
  readonly values?: readonly string[];
  readonly short?: string;
  readonly argument?: string;
  readonly help: string;
  /** Only engines that list the option take it. */
  readonly engineSpecific?: boolean;
  readonly least?: number;
}

export const formats = ["text", "json"] as const;
export type Format = (typeof formats)[number];

const frontEnd = {
  "data-model": { kind: "choice", values: ["lp64", "ilp32"], help: "sizes of long and pointers (default lp64)" },
  clang: { kind: "text", argument: "embedded|system|PATH", help: "which compiler (default: a system clang from 17 on, else the embedded one)" },
  "system-headers": { kind: "flag", help: "the host's headers instead of ravel's" },
  "no-cache": { kind: "flag", help: "compile anew, store nothing" },
} as const satisfies Record<string, Declaration>;

const environment = {
  property: { kind: "list", values: allProperties, help: `what to check (default ${defaultProperties.join(",")})` },
  input: { kind: "text", argument: "FILE.json", help: "values for the program's inputs, in order" },
  "max-steps": { kind: "number", least: 1, help: "cut a run after so many steps" },
  "spurious-wakeups": { kind: "flag", help: "condition waits may wake by themselves" },
  "spurious-failures": { kind: "flag", help: "weak compare-exchange and mtx_trylock may fail by themselves" },
  "allocation-may-fail": { kind: "flag", help: "malloc and pthread_create may fail" },
  "unknown-calls": { kind: "choice", values: ["stop", "nondet"], help: "a call of an unmodelled function: stop (default), or any result" },
  memory: { kind: "number", argument: "MB", least: 16, help: "memory limit (default 4096)" },
  seed: { kind: "number", least: 0, help: "seed of random choices (default 1)" },
} as const satisfies Record<string, Declaration>;

export const declarations = {
  check: {
    engine: { kind: "choice", values: engines.map((e) => e.name), help: "how (default auto; see `ravel engines`)" },
    strategy: { kind: "choice", values: ["random", "pct"], engineSpecific: true, help: "explore: which schedules" },
    "max-runs": { kind: "number", least: 1, engineSpecific: true, help: "explore: how many runs" },
    ...environment,
    timeout: { kind: "number", argument: "SEC", least: 0, help: "time limit (default 300)" },
    ...frontEnd,
    format: { kind: "choice", values: formats, help: "of standard output (default text)" },
    output: { kind: "text", short: "o", argument: "FILE", help: "write there instead of standard output" },
    report: { kind: "texts", argument: "FORMAT=FILE", help: "a further report (repeatable)" },
    witness: { kind: "text", argument: "FILE", help: "where to write the witness of a violation" },
    stats: { kind: "flag", help: "how much work it was" },
    progress: { kind: "choice", values: ["auto", "json", "none"], help: "progress on standard error (default auto)" },
    "fail-on": { kind: "list", values: ["unsafe", "unknown", "bounded"], help: "verdicts that make the exit status non-zero (default all)" },
  },
  run: {
    schedule: { kind: "text", argument: "WITNESS.json", help: "follow this schedule instead of a random one" },
    witness: { kind: "text", argument: "FILE", help: "where to write the schedule of the run" },
    strategy: { kind: "choice", values: ["random", "pct"], help: "how to choose (default random)" },
    ...environment,
    ...frontEnd,
    format: { kind: "choice", values: formats, help: "of standard output (default text)" },
  },
  replay: {
    clang: frontEnd.clang,
    "no-cache": frontEnd["no-cache"],
    format: { kind: "choice", values: formats, help: "of standard output (default text)" },
  },
  engines: {
    format: { kind: "choice", values: formats, help: "of standard output (default text)" },
  },
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

export function parseArguments(command: Command, words: readonly string[]): ParsedArguments {
  const declared = declarations[command] as Record<string, Declaration>;
  const split = words.indexOf("--");
  const own = split < 0 ? words : words.slice(0, split);
  const options = Object.fromEntries(
    Object.entries(declared).map(([name, d]) => [name, { type: d.kind === "flag" ? ("boolean" as const) : ("string" as const), multiple: d.kind === "texts", ...(d.short === undefined ? {} : { short: d.short }) }]),
  );
  const { values, positionals, tokens } = parse(own, options);
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const d = Object.hasOwn(declared, token.name) ? declared[token.name] : undefined;
    if (d === undefined) fail("RVL001", `unknown option ${token.rawName} of ravel ${command}`, { hint: nearest(token.name, Object.keys(declared)) });
    else if (d.kind === "flag" ? token.value !== undefined : token.value === undefined || token.value === "") fail("RVL001", `${token.rawName} ${d.kind === "flag" ? "takes no value" : `needs a value (${d.argument ?? d.values?.join("|") ?? "N"})`}`);
    else if (typeof token.value === "string") checkValue(token.rawName, token.value, d);
  }
  const get = (name: string): unknown => values[name];
  const parsed: ParsedArguments = {
    positionals,
    clangFlags: split < 0 ? [] : words.slice(split + 1),
    flag: (name) => get(name) === true,
    text: (name) => (get(name) as string | undefined) ?? null,
    texts: (name) => (get(name) as string[] | undefined) ?? [],
    number: (name) => (get(name) === undefined ? null : Number(get(name))),
    list: (name) => (get(name) === undefined ? null : (get(name) as string).split(",")),
  };
  if (command === "check") checkFit(parsed, declared, values);
  return parsed;
}

function parse(words: readonly string[], options: Record<string, { type: "boolean" | "string"; multiple: boolean; short?: string }>) {
  // Not strict: we word the errors ourselves. A value that starts with a dash is still a missing value.
  return parseArgs({ args: [...words], options, allowPositionals: true, strict: false, tokens: true });
}

function checkValue(name: string, value: string, d: Declaration): void {
  const allowed = (v: string): boolean => d.values?.includes(v) ?? true;
  if (d.kind === "choice" && !allowed(value)) fail("RVL001", `${name} does not take ${value}`, { hint: `one of ${d.values?.join(", ")}` });
  if (d.kind === "list") for (const v of value.split(",")) if (!allowed(v)) fail("RVL001", `${name} does not take ${v === "" ? "an empty word" : v}`, { hint: `a list of ${d.values?.join(", ")}` });
  if (d.kind === "number" && !(/^\d+(\.\d+)?$/.test(value) && Number(value) >= (d.least ?? 0) && (Number.isInteger(Number(value)) || d.argument === "SEC"))) {
    fail("RVL001", `${name} does not take ${value}`, { hint: `a number from ${d.least ?? 0} on` });
  }
}

function checkFit(parsed: ParsedArguments, declared: Record<string, Declaration>, values: Record<string, unknown>): void {
  const engine = findEngine(parsed.text("engine") ?? "auto");
  for (const name of Object.keys(values)) {
    if (!declared[name]?.engineSpecific || engine.options.includes(name)) continue;
    const fitting = engines.filter((e) => e.options.includes(name)).map((e) => e.name);
    fail("RVL003", `--${name} does not fit the engine ${engine.name}`, { hint: `it fits ${fitting.join(", ")}` });
  }
}

export function properties(parsed: ParsedArguments): readonly Property[] {
  const asked = (parsed.list("property") ?? defaultProperties) as readonly Property[];
  return [...new Set(asked)];
}

function nearest(word: string, known: readonly string[]): string {
  const best = known.map((k) => ({ k, d: distance(word, k) })).sort((a, b) => a.d - b.d)[0];
  return best !== undefined && best.d <= 3 ? `did you mean --${best.k}?` : "see ravel --help";
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] as number;
}
