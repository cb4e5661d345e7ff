// Reads compile_commands.json of a build directory (`-p BUILD_DIR`). In: the directory, and what to check: files, a target, or nothing if there is one
// target. Out: C files with the flags that each is built with. Flags that only gcc knows are dropped with a note.
//
// The format has no targets, but CMake's and Meson's outputs have: …/NAME.dir/… and NAME.p/…. Paths are given relative to the current directory, so that
// reports name files as a user would.

import { existsSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { DataModel } from "../../program/program.ts";
import { type Diagnostic, diagnostic, fail } from "../../support/diagnostics.ts";
import { JsonSyntaxError, parseLocatedJson } from "../../support/located-json.ts";
import { dataModelOfFlags, dropUnknownFlags, mapFlagPaths, readUserFlags } from "../clang/flags.ts";
import { readText } from "./file-errors.ts";
import { nearest } from "./nearest.ts";

export interface Build {
  readonly files: readonly string[];
  readonly unitFlags: Readonly<Record<string, readonly string[]>>;
  /** If all units are built with -m32 or with -m64. */
  readonly dataModel: DataModel | null;
  readonly notes: readonly Diagnostic[];
}

export interface BuildUnit {
  readonly file: string;
  readonly flags: readonly string[];
  readonly target: string | null;
}

const database = "compile_commands.json";
const isC = /\.[ci]$/;

export function readBuild(folder: string, wanted: readonly string[]): Build {
  const { units, path } = readUnits(folder);
  const chosen = wanted.length === 0 ? onlyTarget(units, path) : wanted.flatMap((name) => unitsOf(units, name, path));
  const inC = chosen.filter((u) => isC.test(u.file));
  if (inC.length === 0) fail("RVL010", `${path} has no C files${wanted.length === 0 ? "" : ` for ${wanted.join(", ")}`}`);
  const others = chosen.length - inC.length;
  const dropped = new Set<string>();
  const twice = new Set<string>();
  const unitFlags: Record<string, readonly string[]> = {};
  for (const { file, flags } of inC) {
    const { kept, dropped: unknown } = dropUnknownFlags(flags);
    for (const flag of unknown) dropped.add(flag);
    const first = unitFlags[file]; // of a file that is built twice
    if (first === undefined) unitFlags[file] = kept;
    else if (meaningOf(first) !== meaningOf(kept)) twice.add(file);
  }
  const models = new Set(Object.values(unitFlags).map((flags) => dataModelOfFlags(flags)));
  const note = (text: string): Diagnostic => diagnostic("RVL010", text, { severity: "note", location: { file: path, line: 1 } });
  return {
    files: Object.keys(unitFlags),
    unitFlags,
    dataModel: models.size === 1 ? ([...models][0] ?? null) : null,
    notes: [
      ...(dropped.size === 0 ? [] : [note(`compiler flags dropped: ${[...dropped].sort().join(" ")}`)]),
      ...[...twice].map((file) => note(`${file} is built more than once, with other flags; those of its first command are used`)),
      ...(others === 0 ? [] : [note(`${others} files that are not C are left out`)]),
    ],
  };
}

/** The flags that a check depends on. */
const meaningOf = (flags: readonly string[]): string => JSON.stringify([readUserFlags(flags, "lp64"), dataModelOfFlags(flags)]);

/** Targets in the order of the database, with their C files. A unit without a target belongs to the target "". */
export function targetsOf(units: readonly BuildUnit[]): ReadonlyMap<string, readonly BuildUnit[]> {
  const targets = new Map<string, BuildUnit[]>();
  for (const u of units) targets.set(u.target ?? "", [...(targets.get(u.target ?? "") ?? []), u]);
  return targets;
}

function onlyTarget(units: readonly BuildUnit[], path: string): readonly BuildUnit[] {
  const targets = targetsOf(units);
  if (targets.size > 1)
    fail("RVL010", `${path} has several targets: ${[...targets.keys()].map((t) => t || "(none)").join(", ")}`, {
      hint: "name a target or files: ravel check -p BUILD_DIR TARGET",
    });
  return units;
}

function unitsOf(units: readonly BuildUnit[], name: string, path: string): readonly BuildUnit[] {
  const file = shortPath(resolve(name));
  const byFile = units.filter((u) => u.file === file);
  if (byFile.length > 0) return byFile;
  const byTarget = units.filter((u) => u.target === name);
  if (byTarget.length > 0) return byTarget;
  const known = [...new Set(units.flatMap((u) => [u.file, ...(u.target === null ? [] : [u.target])]))];
  return fail("RVL010", `${path} has no file and no target ${name}`, {
    hint: nearest(name, known, "") ?? "to check a file that is not part of the build, omit -p",
  });
}

export function readUnits(folder: string): { readonly units: readonly BuildUnit[]; readonly path: string } {
  const isFolder = existsSync(folder) && statSync(folder).isDirectory();
  const path = isFolder ? join(folder, database) : folder;
  if (isFolder && !existsSync(path))
    fail("RVL010", `${folder} has no ${database}`, {
      hint: "write it with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, meson, or bear -- make",
    });
  const text = readText(path);
  try {
    const json = parseLocatedJson(text);
    const bad = (at: readonly (string | number)[], what: string): never =>
      fail("RVL010", what, { location: { file: path, ...json.at(at) } });
    if (!Array.isArray(json.value)) return bad([], "not a list of commands");
    return { units: json.value.map((entry: unknown, i) => readUnit(entry, (key, what) => bad([i, key], what))), path };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return fail("RVL010", error.what, { location: { file: path, ...error.position } });
    throw error;
  }
}

function readUnit(entry: unknown, bad: (key: string, what: string) => never): BuildUnit {
  if (typeof entry !== "object" || entry === null) return bad("", "an entry is not an object");
  const { directory, file, arguments: list, command, output } = entry as Record<string, unknown>;
  if (typeof directory !== "string") return bad("directory", "an entry has no directory");
  if (typeof file !== "string") return bad("file", "an entry has no file");
  const isList = Array.isArray(list) && list.every((word) => typeof word === "string");
  if (!isList && typeof command !== "string") return bad("command", "an entry has neither a command nor a list of arguments");
  const given = isList ? (list as string[]) : splitCommand(command as string);
  const words = withResponseFiles(given, directory);
  const place = resolve(directory, file);
  const from = words.findIndex((w) => w.startsWith("-"));
  const own = (from < 0 ? [] : words.slice(from)).filter((w) => w.startsWith("-") || resolve(directory, w) !== place);
  const at = own.indexOf("-o");
  const made = typeof output === "string" ? output : at < 0 ? "" : (own[at + 1] ?? "");
  const [, cmake, meson] = /(?:^|\/)CMakeFiles\/([^/]+)\.dir\/|(?:^|\/)([^/]+)\.p\//.exec(made) ?? [];
  return { file: shortPath(place), flags: mapFlagPaths(own, (p) => shortPath(resolve(directory, p))), target: cmake ?? meson ?? null };
}

/** `@FILE` stands for the words of a file. */
function withResponseFiles(words: readonly string[], directory: string, depth = 0): string[] {
  const deepest = 8;
  return words.flatMap((word) => {
    if (!/^@./.test(word)) return [word];
    const path = resolve(directory, word.slice(1));
    if (depth === deepest) fail("RVL010", `${shortPath(path)} includes itself`);
    return withResponseFiles(splitCommand(readText(shortPath(path))), directory, depth + 1);
  });
}

/** Relative to the current directory if it is inside. */
function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}

/** Splits a command as a shell does: quotes and backslashes. */
export function splitCommand(command: string): string[] {
  const words: string[] = [];
  for (const [word] of command.matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/gs))
    words.push(
      word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gs, (_, double?: string, single?: string, escaped?: string) =>
        double !== undefined ? double.replace(/\\(["\\$`])/g, "$1") : (single ?? escaped ?? ""),
      ),
    );
  return words;
}
