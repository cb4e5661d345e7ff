// Which violations the user accepts. In: source files with comments `// ravel: ignore race: reason`, and a baseline (`--baseline FILE`), the JSON report
// of an earlier check. Out: a reason to accept a violation, or null.
//
// A comment accepts violations of its line; one that stands alone accepts those of the next line. For a race the line of either access counts, for a
// deadlock that of any waiting thread. The baseline does not compare line numbers: they change with every edit above.

import type { Property, Violation } from "../../execution/errors.ts";
import { allProperties } from "../../execution/errors.ts";
import type { Acceptance } from "../../reports/suppression.ts";
import { type Diagnostic, diagnostic, fail, type SourceLocation } from "../../support/diagnostics.ts";
import { readText } from "./file-errors.ts";
import { fileSources } from "./sources.ts";

export interface AcceptedBy {
  readonly accepts: Acceptance;
  /** Comments that have no effect. */
  readonly problems: readonly Diagnostic[];
}

export function acceptanceBy(files: readonly string[], baseline: string | null): AcceptedBy {
  const known = baseline === null ? null : readBaseline(baseline);
  return {
    accepts: (violation) =>
      locationsOf(violation)
        .map((location) => commentAt(location, violation.property))
        .find((reason) => reason !== null) ?? (known?.has(keyOf(violation)) ? `it is in ${baseline}` : null),
    problems: files.flatMap(malformedComments),
  };
}

const locationsOf = ({ location, participants }: Violation): readonly SourceLocation[] =>
  [location, ...participants.map((p) => p.location)].filter((l) => l !== null);

// ---- comments

const comment = /(?:\/\/|\/\*)\s*ravel:\s*ignore\b(.*?)(?:\*\/.*)?$/;

interface Ignored {
  readonly properties: readonly Property[];
  readonly reason: string;
}

/** What a line accepts; null: it has no such comment; a string: what is wrong with the comment. */
function readComment(line: string): Ignored | string | null {
  const rest = comment.exec(line)?.[1];
  if (rest === undefined) return null;
  const [, names = "", reason = ""] = /^\s*([a-z]+(?:\s*,\s*[a-z]+)*)?[\s:–—-]*(.*?)\s*$/.exec(rest) ?? [];
  const words = names.split(/\s*,\s*/);
  const wrong = words.find((w) => !(allProperties as readonly string[]).includes(w));
  if (wrong !== undefined) return wrong === "" ? "names no property" : `names ${wrong}, which is not a property`;
  return reason === "" ? "gives no reason" : { properties: words as Property[], reason };
}

/** The reason given in the source for violations of this property at this place. */
function commentAt({ file, line }: SourceLocation, property: Property): string | null {
  const above = fileSources.line(file, line - 1) ?? "";
  const lines = [fileSources.line(file, line) ?? "", /^\s*(\/\/|\/\*)/.test(above) ? above : ""];
  for (const text of lines) {
    const found = readComment(text);
    if (found !== null && typeof found !== "string" && found.properties.includes(property)) return `${file}:${line} says: ${found.reason}`;
  }
  return null;
}

function malformedComments(file: string): Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (let line = 1; ; line++) {
    const text = fileSources.line(file, line);
    if (text === null) return problems;
    const found = text.includes("ravel:") ? readComment(text) : null;
    if (typeof found !== "string") continue;
    const location = { file, line, column: text.indexOf("ravel:") + 1 };
    const hint = "write // ravel: ignore race: REASON";
    problems.push(diagnostic("RVL009", `the comment ${found} and has no effect`, { severity: "warning", location, hint }));
  }
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

function readBaseline(path: string): ReadonlySet<string> {
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
    return [p?.violation, ...all].filter((v) => v !== null && v !== undefined);
  });
  return new Set(violations.map((v) => (isViolation(v) ? keyOf(v) : bad("a violation is malformed"))));
}
