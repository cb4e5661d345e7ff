// Problems of a JSON report (schemas/report.schema.json). In: the text of a report. Out: places with messages, and the verdict in a sentence. Nothing of the editor is known here.

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

export interface Problem {
  readonly place: Place;
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  /** Other places that the problem is about: the other access of a race, each waiting thread of a deadlock. */
  readonly related: readonly { readonly place: Place; readonly message: string }[];
}

interface Violation {
  readonly property: string;
  readonly kind: string;
  readonly message: string;
  readonly location: Place | null;
  readonly participants: readonly { readonly thread: number; readonly what: string; readonly location: Place | null }[];
}

interface Report {
  readonly verdict: string | null;
  readonly properties: readonly { readonly violation: Violation | null; readonly violations?: readonly Violation[] }[];
  readonly unknown: { readonly code: string; readonly reason: string; readonly hint: string } | null;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly location: Place | null;
    readonly hint: string | null;
  }[];
}

export interface Findings {
  readonly isUnsafe: boolean;
  readonly headline: string;
  readonly problems: readonly Problem[];
}

/** Returns null if the text is not a report. */
export function readReport(text: string): Findings | null {
  let report: Report;
  try {
    report = JSON.parse(text) as Report;
  } catch {
    return null;
  }
  if (!Array.isArray(report.properties) || !Array.isArray(report.diagnostics)) return null;
  const violations = report.properties.flatMap(({ violation, violations = [] }) =>
    violations.length > 0 ? violations : violation === null ? [] : [violation],
  );
  return {
    isUnsafe: report.verdict === "unsafe",
    headline: headlineOf(report, violations),
    problems: [...violations.flatMap(ofViolation), ...ofDiagnostics(report)],
  };
}

const threadName = (thread: number): string => (thread === 0 ? "main" : `T${thread}`);

function ofViolation({ property, kind, message, location, participants }: Violation): Problem[] {
  const places = participants.flatMap((p) =>
    p.location === null ? [] : [{ place: p.location, message: `${threadName(p.thread)}: ${p.what}` }],
  );
  const place = location ?? places[0]?.place;
  if (place === undefined) return [];
  return [{ place, severity: "error", code: property, message: `${kind.replaceAll("-", " ")}: ${message}`, related: places }];
}

const ofDiagnostics = ({ diagnostics }: Report): Problem[] =>
  diagnostics.flatMap(({ code, severity, message, location, hint }) =>
    location === null || (severity !== "error" && severity !== "warning")
      ? []
      : [{ place: location, severity, code, message: hint === null ? message : `${message}\n${hint}`, related: [] }],
  );

function headlineOf({ verdict, unknown, diagnostics }: Report, violations: readonly Violation[]): string {
  switch (verdict) {
    case "safe":
      return "safe: no violation in any interleaving, for any input";
    case "safe-bounded":
      return "safe up to a bound: the report says which";
    case "unsafe":
      return `unsafe: ${violations.map((v) => v.property).join(", ")}`;
    case "unknown":
      return unknown === null ? "unknown" : `unknown (${unknown.code}): ${unknown.reason}`;
    default:
      return diagnostics.find((d) => d.severity === "error")?.message ?? "the check has failed";
  }
}
