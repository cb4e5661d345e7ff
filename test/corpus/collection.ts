// The collection of C programs: test/programs/<group>/<name>/{program.c, expect.json}, read and checked.
//
// In: a directory. Out: its programs, typed, and their faults. An expectation is a claim about ALL interleavings and
// inputs, so anything that could make it vacuous by accident (a property left out, a violation without lines, a file in the wrong
// group) is reported as a fault of the collection.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { allProperties, type Property, propertyOf } from "../../src/execution/errors.ts";
import { freedoms } from "../../src/execution/freedoms.ts";
import type { ErrorKind } from "../../src/program/operations.ts";
import { type DiagnosticCode, diagnosticCodes } from "../../src/support/diagnostics.ts";

export const projectFolder = fileURLToPath(new URL("../../", import.meta.url));
export const collectionFolder = join(projectFolder, "test/programs");

export interface ExpectedViolation {
  readonly kind: ErrorKind;
  /** Lines at which it may be reported. */
  readonly lines: readonly number[];
  /** The assumption under which it does not occur: without that freedom of the environment the program is safe. */
  readonly needs?: string | undefined;
}

export interface CorpusProgram {
  /** "unsafe/lost-update". */
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly lines: number;
  readonly tier: "small" | "large";
  /** In the style of real code. */
  readonly real: boolean;
  readonly inputs: boolean;
  readonly properties: Readonly<Record<Property, "safe" | "unsafe">>;
  readonly violations: Readonly<Partial<Record<Property, ExpectedViolation>>>;
  /** Library functions the outcome depends on. */
  readonly uses: readonly string[];
}

/** A program that is valid C and must end in `unknown` with this code, because it uses an unsupported construct. */
export interface UnsupportedProgram {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly code: DiagnosticCode;
  /** A word of the reason given. */
  readonly names: string;
}

export interface Collection {
  readonly programs: readonly CorpusProgram[];
  readonly unsupported: readonly UnsupportedProgram[];
  /** The faults, one line each, beginning with the program's name. */
  readonly faults: readonly string[];
}

type Group = "safe" | "unsafe" | "unsupported";
const groups: readonly Group[] = ["safe", "unsafe", "unsupported"];

/** The properties whose violation makes a program `unsafe`; the others are checked only on request. */
const mainProperties: readonly Property[] = ["assert", "race", "deadlock", "memory"];

export function readCollection(folder = collectionFolder): Collection {
  const programs: CorpusProgram[] = [];
  const unsupported: UnsupportedProgram[] = [];
  const faults: string[] = [];
  for (const group of groups) {
    if (!existsSync(join(folder, group))) continue;
    for (const entry of readdirSync(join(folder, group)).sort()) {
      const name = `${group}/${entry}`;
      const blame = (what: string): void => void faults.push(`${name}: ${what}`);
      const read = readFolder(join(folder, name), blame);
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(entry)) blame("the name is not kebab-case");
      if (read === null) continue;
      if (group === "unsupported") unsupported.push(asUnsupported(name, read, blame));
      else programs.push(asProgram(name, group, read, blame));
    }
  }
  return { programs, unsupported, faults };
}

interface Read {
  readonly file: string;
  readonly text: string;
  readonly lines: number;
  readonly expect: Record<string, unknown>;
}

type Blame = (what: string) => void;

function readFolder(folder: string, blame: Blame): Read | null {
  const file = join(folder, "program.c");
  const expectation = join(folder, "expect.json");
  for (const path of [file, expectation]) {
    if (existsSync(path)) continue;
    blame(`${relative(folder, path)} is missing`);
    return null;
  }
  for (const extra of readdirSync(folder).filter((f) => f !== "program.c" && f !== "expect.json")) blame(`${extra} does not belong here`);
  const text = readFileSync(file, "utf8");
  if (!text.startsWith("/*")) blame("program.c does not begin with the comment that argues for its verdicts");
  try {
    const expect = JSON.parse(readFileSync(expectation, "utf8")) as unknown;
    if (typeof expect !== "object" || expect === null || Array.isArray(expect)) throw new Error("not an object");
    return { file: relative(projectFolder, file), text, lines: text.split("\n").length - 1, expect: expect as Record<string, unknown> };
  } catch (error) {
    blame(`expect.json: ${(error as Error).message}`);
    return null;
  }
}

function asProgram(name: string, group: "safe" | "unsafe", { file, text, lines, expect }: Read, blame: Blame): CorpusProgram {
  noOtherKeys(expect, ["tier", "style", "inputs", "properties", "violations", "uses"], blame);
  const { tier, style, inputs, uses = [] } = expect;
  if (tier !== "small" && tier !== "large") blame("tier is neither small nor large");
  if (tier === "large" && (lines < 150 || lines > 500)) blame(`a large program has 150 to 500 lines, not ${lines}`);
  if (style !== undefined && style !== "real") blame("style is something else than real");
  if (typeof inputs !== "boolean") blame("inputs is not a truth value");
  if (inputs !== asksForInputs(text)) blame(`inputs is ${String(inputs)}, but the program does ${inputs ? "not " : ""}ask for some`);
  const names = Array.isArray(uses) && uses.every((u) => typeof u === "string") ? (uses as string[]) : [];
  if (names !== uses && uses !== expect.uses) blame("uses is not a list of names");
  for (const used of names) if (!mentions(text, used)) blame(`uses ${used}, which the program does not mention`);
  const properties = readProperties(expect.properties, blame);
  const violations = readViolations(expect.violations ?? {}, properties, lines, blame);
  const isUnsafe = mainProperties.some((p) => properties[p] === "unsafe");
  if (isUnsafe !== (group === "unsafe")) blame(`belongs under ${isUnsafe ? "unsafe" : "safe"}`);
  return {
    name,
    file,
    text,
    lines,
    tier: tier === "large" ? "large" : "small",
    real: style === "real",
    inputs: inputs === true,
    properties,
    violations,
    uses: names,
  };
}

function readProperties(value: unknown, blame: Blame): Record<Property, "safe" | "unsafe"> {
  const given = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  noOtherKeys(given, allProperties, blame);
  const verdictOf = (p: Property): "safe" | "unsafe" => {
    const verdict = given[p];
    if (verdict !== "safe" && verdict !== "unsafe") blame(`${p} is expected neither safe nor unsafe`);
    return verdict === "unsafe" ? "unsafe" : "safe";
  };
  return Object.fromEntries(allProperties.map((p) => [p, verdictOf(p)])) as Record<Property, "safe" | "unsafe">;
}

function readViolations(
  value: unknown,
  properties: CorpusProgram["properties"],
  lineCount: number,
  blame: Blame,
): CorpusProgram["violations"] {
  const given = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    { kind?: unknown; lines?: unknown; needs?: unknown }
  >;
  noOtherKeys(given, allProperties, blame);
  const violations: Partial<Record<Property, ExpectedViolation>> = {};
  for (const property of allProperties) {
    const violation = given[property];
    if ((violation !== undefined) !== (properties[property] === "unsafe")) blame(`violations and properties disagree about ${property}`);
    if (violation === undefined) continue;
    noOtherKeys(violation, ["kind", "lines", "needs"], blame);
    const kind = violation.kind as ErrorKind;
    if (propertyOf(kind) !== property) blame(`${String(kind)} is not a violation of ${property}`);
    const lines = Array.isArray(violation.lines) ? (violation.lines as number[]) : [];
    if (lines.length === 0 || !lines.every((l) => Number.isInteger(l) && l >= 1 && l <= lineCount))
      blame(`${property} has no lines, or lines that the program does not have`);
    const needs = violation.needs as string | undefined;
    if (needs !== undefined && !freedoms.some((f) => f.assumption === needs)) blame(`${needs} is not an assumption`);
    violations[property] = { kind, lines, needs };
  }
  return violations;
}

function asUnsupported(name: string, { file, text, expect }: Read, blame: Blame): UnsupportedProgram {
  noOtherKeys(expect, ["code", "names"], blame);
  const { code, names } = expect;
  if (typeof code !== "string" || !(code in diagnosticCodes)) blame("code is not a diagnostic's");
  if (typeof names !== "string" || names === "") blame("names is not a word of the reason");
  return { name, file, text, code: code as DiagnosticCode, names: String(names) };
}

function noOtherKeys(given: object, known: readonly string[], blame: Blame): void {
  for (const key of Object.keys(given)) if (!known.includes(key)) blame(`${key} has no meaning here`);
}

const code = (text: string): string => text.replace(/\/\*[^]*?\*\/|\/\/.*/g, "");

const asksForInputs = (text: string): boolean =>
  /\b(__VERIFIER_)?nondet_\w+|\brand\b|\brandom\b|\bgetchar\b|\bscanf\b|\bargv\b|\bsocket\b|rand48\b/.test(code(text));

export const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(code(text));
