// The report as workflow commands of GitHub Actions, which shows them beside the source. In: a report, or that of a project; its
// text. Out: text. A pure function of both.
//
// A violation is an error at its line, an undecided property a warning, a bound a notice. The text report follows as a group of the log.
// Nothing in it is taken for a command: it quotes the user's source.

import type { Diagnostic, Severity, SourceLocation } from "../support/diagnostics.ts";
import type { ProjectReport } from "./project.ts";
import { counted, listOf, type PropertyReport, type Report, scopeText } from "./report.ts";
import { characterColumn, type SourceText } from "./source-text.ts";
import { printable } from "./terminal.ts";
import { details, headline, inputLines, mainLocation } from "./violation-text.ts";

type Level = "error" | "warning" | "notice";

const levels: Readonly<Record<Severity, Level>> = { error: "error", warning: "warning", note: "notice" };

export function reportToGithub(report: Report, source: SourceText, text: string): string {
  return withGroup([...annotationsOf(report, source), ...diagnosticsOf(report.diagnostics, source)], report.verdict, text);
}

/** What several targets say alike, about a file that they share, is said once. */
export function projectToGithub(project: ProjectReport, source: SourceText, text: string): string {
  const said = project.targets.flatMap(({ report, diagnostics }) => [
    ...(report === null ? [] : [...annotationsOf(report, source), ...diagnosticsOf(report.diagnostics, source)]),
    ...diagnosticsOf(diagnostics, source),
  ]);
  return withGroup([...new Set(said)], counted(project.targets.length, "target"), text);
}

function withGroup(annotations: readonly string[], title: string, text: string): string {
  return `${[...annotations, `::group::ravel: ${data(title)}`, ...text.replace(/\n$/, "").split("\n").map(inert), "::endgroup::"].join("\n")}\n`;
}

const annotationsOf = (report: Report, source: SourceText): string[] => [
  ...report.properties.flatMap((p) => violationsOf(p, source)),
  ...openProperties(report, source),
];

const diagnosticsOf = (diagnostics: readonly Diagnostic[], source: SourceText): string[] =>
  diagnostics
    .filter((d) => d.severity !== "note")
    .map((d) => command(levels[d.severity], d.code, d.location, source, d.hint === null ? d.message : `${d.message}\nhint: ${d.hint}`));

function violationsOf(p: PropertyReport, source: SourceText): string[] {
  return p.violations.map(({ violation: v, replay }) => {
    const lines = [headline(v, replay), ...details(v, replay, { line: () => null }), ...inputLines(replay)];
    return command("error", `${p.property}: ${v.kind.replaceAll("-", " ")}`, mainLocation(v, replay), source, lines.join("\n"));
  });
}

/** What is not decided, or only up to a bound. Properties with the same reason share an annotation: GitHub shows ten of them. */
function openProperties(report: Report, source: SourceText): string[] {
  const reasons = new Map<string, PropertyReport[]>();
  for (const p of report.properties) {
    const message = reasonOf(p);
    if (message !== null) reasons.set(message, [...(reasons.get(message) ?? []), p]);
  }
  const [first] = report.files;
  const file: SourceLocation | null = first === undefined ? null : { file: first, line: 1 };
  return [...reasons].map(([message, parts]) => {
    const names = listOf(parts.map((p) => p.property));
    const code = parts[0]?.unknown?.code;
    return parts[0]?.verdict === "unknown"
      ? command("warning", `${names}: unknown${code === undefined ? "" : ` (${code})`}`, file, source, message)
      : command("notice", `${names}: safe up to a bound`, file, source, message);
  });
}

function reasonOf({ verdict, unknown, scope }: PropertyReport): string | null {
  switch (verdict) {
    case "safe":
    case "unsafe":
      return null;
    case "safe-bounded":
      return `within these bounds: ${scopeText(scope)}`;
    case "unknown": {
      const { reason, hint } = unknown ?? { reason: "no reason was given", hint: "" };
      return hint === "" ? reason : `${reason}\nhint: ${hint}`;
    }
  }
}

function command(level: Level, title: string, at: SourceLocation | null, source: SourceText, message: string): string {
  const column = at === null ? null : characterColumn(source, at);
  const place = at === null ? {} : { file: at.file, line: String(at.line), ...(column === null ? {} : { col: String(column) }) };
  const properties = Object.entries({ ...place, title: `ravel ${title}` }).map(([key, value]) => `${key}=${property(value)}`);
  return `::${level} ${properties.join(",")}::${data(message)}`;
}

const data = (text: string): string =>
  text.split("\n").map(printable).join("\n").replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** A line of the log that is not a command, in either of the forms that the runner knows. */
const inert = (line: string): string => line.replace(/^(\s*)::/, "$1: :").replaceAll("##[", "# #[");
