// Which violations the user accepts. In: source files and headers with comments `// ravel: ignore race: reason`, and a baseline (`--baseline FILE`), the JSON report
// of an earlier check. Out: a reason to accept a violation, or null.
//
// A comment accepts violations of its line; one that stands alone accepts those of the next line. For a race the line of either access counts, for a
// deadlock that of any waiting thread.
//
// The baseline does not compare line numbers first: they change with every edit above. It accepts as many places of equal violations as it has. If there are more, one of
// them is new, and only those at the very lines of the baseline are accepted.

import { normalize } from "node:path";
import type { Property, Violation } from "../../execution/errors.ts";
import { allProperties } from "../../execution/errors.ts";
import type { CompileRequest } from "../../frontend/toolchain.ts";
import type { Acceptance } from "../../reports/suppression.ts";
import { type Diagnostic, diagnostic, fail, type SourceLocation } from "../../support/diagnostics.ts";
import { readText } from "./file-errors.ts";
import { includedFiles } from "./included-files.ts";
import { originalFiles } from "./original-lines.ts";
import { projectFile, type Suppression } from "./project-file.ts";
import type { CheckSettings } from "./request.ts";
import { fileSources } from "./sources.ts";

export interface AcceptedBy {
  readonly accepts: Acceptance;
  /** Whether anything is accepted that the files, the baseline or ravel.json show: then a check must look beyond the first violation. */
  readonly mayAccept: boolean;
  /** Comments that have no effect. */
  readonly problems: readonly Diagnostic[];
}

/** The settings of a check that looks for other violations than those that are accepted. The first one may be accepted, so `--first` would hide the next. */
export const lookingFurther = (settings: CheckSettings, { mayAccept }: AcceptedBy): CheckSettings =>
  mayAccept ? { ...settings, extent: "all" } : settings;

/** The files of a program, and the flags they are compiled with. */
type Files = Pick<CompileRequest, "files" | "flags" | "unitFlags">;

export function acceptanceBy(program: Files, baseline: string | null, suppressions: readonly Suppression[] = []): AcceptedBy {
  const flags = [...program.flags, ...Object.values(program.unitFlags ?? {}).flat()];
  const files = [...program.files, ...includedFiles(program.files, flags), ...originalFiles(program.files)];
  const known = baseline === null ? null : readBaseline(baseline);
  return {
    accepts: (violation, all) =>
      locationsOf(violation)
        .map((location) => commentAt(location, violation.property))
        .find((reason) => reason !== null) ??
      suppressedBy(violation, suppressions) ??
      (known !== null && isKnown(violation, all, known) ? `it is in ${baseline}` : null),
    mayAccept: known !== null || suppressions.length > 0 || files.some((f) => commentsOf(f).some(({ found }) => typeof found !== "string")),
    problems: files.flatMap(malformedComments),
  };
}

const locationsOf = ({ location, participants }: Violation): readonly SourceLocation[] =>
  [location, ...participants.map((p) => p.location)].filter((l) => l !== null);

/** Suppressions of ravel.json name a file and, if they are to be narrow, a function. */
function suppressedBy(violation: Violation, suppressions: readonly Suppression[]): string | null {
  const found = suppressions.find(
    (s) =>
      s.property === violation.property &&
      locationsOf(violation).some((l) => normalize(l.file) === normalize(s.file) && (s.function === null || l.function === s.function)),
  );
  return found === undefined ? null : `${projectFile} says: ${found.reason}`;
}

// ---- comments

const comment = /(?:\/\/|\/\*)\s*ravel:\s*ignore\b(.*?)(?:\*\/.*)?$/;
const standsAlone = /^\s*(?:\/\/|\/\*)\s*ravel:(?:(?!\*\/).)*(?:\*\/\s*)?$/;
const literal = /^"(?:\\.|[^"\\])*"|^'(?:\\.|[^'\\])+'/;

/** The comments of a line, without the code and the string literals before them. */
function commentsIn(line: string): string {
  for (let at = 0; at < line.length; at++) {
    const rest = line.slice(at, at + 2);
    if (rest === "//") return line.slice(at);
    if (rest === "/*") {
      const end = line.indexOf("*/", at + 2);
      const text = line.slice(at);
      if (end < 0 || comment.test(line.slice(at, end + 2))) return text;
      at = end + 1;
    } else if (rest.startsWith('"') || rest.startsWith("'")) at += Math.max(0, (literal.exec(line.slice(at))?.[0].length ?? 0) - 1);
  }
  return "";
}

interface Ignored {
  readonly properties: readonly Property[];
  readonly reason: string;
}

/** What a line accepts; null: it has no such comment; a string: what is wrong with the comment. */
function readComment(line: string): Ignored | string | null {
  const rest = line.includes("ravel:") ? comment.exec(commentsIn(line))?.[1] : undefined;
  if (rest === undefined) return null;
  const [, names = "", reason = ""] = /^\s*([a-z]+(?:\s*,\s*[a-z]+)*)?[\s:\u2013\u2014-]*(.*?)\s*$/.exec(rest) ?? [];
  const words = names.split(/\s*,\s*/);
  const wrong = words.find((w) => !(allProperties as readonly string[]).includes(w));
  if (wrong !== undefined) return wrong === "" ? "names no property" : `names ${wrong}, which is not a property`;
  return reason === "" ? "gives no reason" : { properties: words as Property[], reason };
}

/** The reason given in the source for violations of this property at this place. */
function commentAt({ file, line }: SourceLocation, property: Property): string | null {
  const above = fileSources.line(file, line - 1) ?? "";
  const lines = [fileSources.line(file, line) ?? "", standsAlone.test(above) ? above : ""];
  for (const text of lines) {
    const found = readComment(text);
    if (found !== null && typeof found !== "string" && found.properties.includes(property)) return `${file}:${line} says: ${found.reason}`;
  }
  return null;
}

interface Comment {
  readonly line: number;
  readonly column: number;
  readonly found: Ignored | string;
}

function commentsOf(file: string): Comment[] {
  const comments: Comment[] = [];
  for (let line = 1; ; line++) {
    const text = fileSources.line(file, line);
    if (text === null) return comments;
    const found = readComment(text);
    if (found !== null) comments.push({ line, column: text.indexOf("ravel:") + 1, found });
  }
}

function malformedComments(file: string): Diagnostic[] {
  const hint = "write // ravel: ignore race: REASON";
  return commentsOf(file).flatMap(({ line, column, found }) =>
    typeof found === "string"
      ? [diagnostic("RVL009", `the comment ${found} and has no effect`, { severity: "warning", location: { file, line, column }, hint })]
      : [],
  );
}

// ---- the baseline

/** What two checks of the same code say alike: of a race the variable and both functions, whichever access comes first and whatever it does. */
function keyOf({ property, kind, message, location, participants }: Comparable): string {
  const place = (what: string, at: SourceLocation | null): string => `${what} ${at?.file} ${at?.function}`;
  const object = (what: string): string => what.replace(/^.* of /, "").replace(/\bthread \d+/g, "a thread");
  const places =
    participants.length === 0
      ? [place(message.replace(/\bthread \d+/g, "a thread"), location)]
      : participants.map((p) => place(object(p.what), p.location)).sort();
  return JSON.stringify([property, kind, ...places]);
}

type Comparable = Pick<Violation, "property" | "kind" | "message" | "location"> & { readonly participants: readonly Place[] };

interface Place {
  readonly what: string;
  readonly location: SourceLocation | null;
}

/** The places of violations, by what two checks say alike about them. */
type Known = ReadonlyMap<string, ReadonlySet<string>>;

/** The lines of accesses, of waits, or of the violation itself. */
const placesOf = ({ location, participants }: Comparable): readonly string[] =>
  (participants.length === 0 ? [location] : participants.map((p) => p.location)).map((l) => `${l?.file}:${l?.line}:${l?.column}`);

function byKey(violations: readonly Comparable[]): Known {
  const known = new Map<string, Set<string>>();
  for (const v of violations) known.set(keyOf(v), new Set([...(known.get(keyOf(v)) ?? []), ...placesOf(v)]));
  return known;
}

function isKnown(violation: Violation, all: readonly Violation[], known: Known): boolean {
  const key = keyOf(violation);
  const places = known.get(key);
  if (places === undefined) return false;
  return (byKey(all).get(key)?.size ?? 1) <= places.size || placesOf(violation).every((p) => places.has(p));
}

function readBaseline(path: string): Known {
  const bad = (what: string): never =>
    fail("RVL106", `${path} is not a JSON report: ${what}`, { hint: `write it with ravel check FILE.c --report json=BASELINE.json` });
  const text = readText(path);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return bad("it is not JSON");
  }
  const { schema, properties } = (json ?? {}) as { schema?: unknown; properties?: unknown };
  if (schema !== 1 || !Array.isArray(properties)) return bad("it has no properties");
  const isViolation = (v: unknown): v is Violation =>
    typeof v === "object" && v !== null && typeof (v as Violation).property === "string" && Array.isArray((v as Violation).participants);
  const violations = (properties as { violation?: unknown; violations?: unknown }[]).flatMap((p) => {
    const all = Array.isArray(p?.violations) ? (p.violations as unknown[]) : [];
    return [p?.violation, ...all.map((one) => (one as { violation?: unknown })?.violation ?? one)].filter(
      (v) => v !== null && v !== undefined,
    );
  });
  return byKey(violations.map((v) => (isViolation(v) ? v : bad("a violation is malformed"))));
}
