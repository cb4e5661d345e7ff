// ravel.json: the targets of a project and how to check them (schemas/ravel.schema.json). In: its text. Out: targets, each with everything that
// holds for it. What is wrong with the file is RVL011, with line and column.

import { allProperties, type Property } from "../../execution/errors.ts";
import { fail } from "../../support/diagnostics.ts";
import { JsonSyntaxError, type LocatedJson, parseLocatedJson } from "../../support/located-json.ts";
import { nearest } from "./nearest.ts";

export const projectFile = "ravel.json";

/** A violation that the project accepts. */
export interface Suppression {
  readonly property: Property;
  readonly file: string;
  readonly function: string | null;
  readonly reason: string;
}

export interface Target {
  readonly name: string;
  /** Files, or targets of the build directory. */
  readonly inputs: readonly string[];
  readonly build: string | null;
  readonly flags: readonly string[];
  readonly entry: string | null;
  readonly properties: readonly Property[] | null;
  readonly timeout: number | null;
  readonly memory: number | null;
  readonly steps: number | null;
}

export interface Project {
  readonly targets: readonly Target[];
  readonly suppressions: readonly Suppression[];
  readonly failOn: readonly string[] | null;
}

type Path = readonly (string | number)[];

const settings = ["build", "flags", "properties", "limits"];
const projectKeys = ["$schema", "targets", "suppressions", "failOn", ...settings];
const targetKeys = ["name", "files", "target", "entry", ...settings];

export function parseProject(text: string, path: string): Project {
  const json = located(text, path);
  const read = new Reader(json, path);
  const top = read.record(json.value, [], projectKeys);
  const common = readSettings(read, top, []);
  const targets = read.list(top.targets, ["targets"]).map((t, i) => readTarget(read, t, ["targets", i], common));
  if (targets.length === 0) read.bad(["targets"], "there are no targets");
  targets.forEach((t, i) => {
    if (targets.findIndex((o) => o.name === t.name) < i) read.bad(["targets", i, "name"], `there are two targets ${t.name}`);
  });
  return {
    targets,
    suppressions:
      top.suppressions === undefined ? [] : read.list(top.suppressions, ["suppressions"]).map((s, i) => readSuppression(read, s, i)),
    failOn: top.failOn === undefined ? null : readFailOn(read, top.failOn),
  };
}

function readFailOn(read: Reader, value: unknown): string[] {
  const verdicts = read.words(value, ["failOn"], ["unsafe", "unknown", "bounded", "none"]);
  return verdicts.includes("none") && verdicts.length > 1 ? read.bad(["failOn"], '"none" conflicts with other verdicts') : verdicts;
}

function located(text: string, path: string): LocatedJson {
  try {
    return parseLocatedJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return fail("RVL011", error.what, { location: { file: path, ...error.position } });
  }
}

type Settings = Omit<Target, "name" | "inputs" | "entry">;

function readSettings(read: Reader, of: Record<string, unknown>, path: Path): Settings {
  const limits = of.limits === undefined ? {} : read.record(of.limits, [...path, "limits"], ["timeout", "memory", "steps"]);
  const limit = (name: string, least: number): number | null =>
    limits[name] === undefined ? null : read.number(limits[name], [...path, "limits", name], least);
  return {
    build: of.build === undefined ? null : read.text(of.build, [...path, "build"]),
    flags: of.flags === undefined ? [] : read.texts(of.flags, [...path, "flags"]),
    properties: of.properties === undefined ? null : (read.words(of.properties, [...path, "properties"], allProperties) as Property[]),
    timeout: limit("timeout", 0),
    memory: limit("memory", 16),
    steps: limit("steps", 1),
  };
}

function readTarget(read: Reader, value: unknown, path: Path, common: Settings): Target {
  const of = read.record(value, path, targetKeys);
  const own = readSettings(read, of, path);
  const name = read.text(of.name, [...path, "name"]);
  const build = own.build ?? common.build;
  const files = of.files === undefined ? [] : read.texts(of.files, [...path, "files"]);
  const targets = of.target === undefined ? [] : typeof of.target === "string" ? [of.target] : read.texts(of.target, [...path, "target"]);
  if (targets.length > 0 && build === null) read.bad([...path, "target"], 'a target of a build needs "build"');
  if (files.length + targets.length === 0) read.bad(path, `${name} has neither "files" nor "target"`);
  return {
    name,
    inputs: [...targets, ...files],
    build,
    flags: [...common.flags, ...own.flags],
    entry: of.entry === undefined ? null : read.text(of.entry, [...path, "entry"]),
    properties: own.properties ?? common.properties,
    timeout: own.timeout ?? common.timeout,
    memory: own.memory ?? common.memory,
    steps: own.steps ?? common.steps,
  };
}

function readSuppression(read: Reader, value: unknown, i: number): Suppression {
  const path = ["suppressions", i];
  const of = read.record(value, path, ["property", "file", "function", "reason"]);
  const [property] = read.words([of.property], [...path, "property"], allProperties) as Property[];
  return {
    property: property as Property,
    file: read.text(of.file, [...path, "file"]),
    function: of.function === undefined ? null : read.text(of.function, [...path, "function"]),
    reason: read.text(of.reason, [...path, "reason"]),
  };
}

/** Checks and converts values. The first wrong one is reported, with its place. */
class Reader {
  constructor(
    readonly json: LocatedJson,
    readonly file: string,
  ) {}

  bad(path: Path, what: string, hint: string | null = null): never {
    return fail("RVL011", what, { location: { file: this.file, ...this.json.at(path) }, hint });
  }

  #form<T>(ok: boolean, v: unknown, path: Path, form: string): T {
    const what = path.at(-1) ?? "the file";
    return ok ? (v as T) : this.bad(path, v === undefined ? `"${what}" is missing` : `"${what}" is not ${form}`);
  }

  record(v: unknown, path: Path, keys: readonly string[]): Record<string, unknown> {
    const object = this.#form<Record<string, unknown>>(typeof v === "object" && v !== null && !Array.isArray(v), v, path, "an object");
    const wrong = Object.keys(object).find((k) => !keys.includes(k));
    if (wrong !== undefined) this.bad([...path, wrong], `unknown key "${wrong}"`, nearest(wrong, keys, "") ?? `keys: ${keys.join(", ")}`);
    return object;
  }

  list(v: unknown, path: Path): unknown[] {
    return this.#form(Array.isArray(v), v, path, "a list");
  }

  text(v: unknown, path: Path): string {
    return this.#form(typeof v === "string" && v !== "", v, path, "a text");
  }

  texts(v: unknown, path: Path): string[] {
    return this.list(v, path).map((t, i) => this.text(t, [...path, i]));
  }

  words(v: unknown, path: Path, known: readonly string[]): string[] {
    const list = this.list(v, path);
    const wrong = list.findIndex((w) => !known.includes(w as string));
    if (wrong >= 0) this.bad([...path, wrong], `${JSON.stringify(list[wrong])} is not one of ${known.join(", ")}`);
    return list.length === 0 ? this.bad(path, "the list is empty") : (list as string[]);
  }

  number(v: unknown, path: Path, least: number): number {
    return this.#form(typeof v === "number" && v >= least && Number.isFinite(v), v, path, `a number of at least ${least}`);
  }
}
