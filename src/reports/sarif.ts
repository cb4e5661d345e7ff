// The report as SARIF 2.1.0, for code scanning. In: a report, the source, the exit status; or the report of a project. Out: a log with one run, or a
// run per target, each with an identifier of its own. A pure function of these.
//
// A property is a rule, a violation a result. The run that shows it is a code flow with a thread flow per thread; `executionOrder` numbers
// the rows of the interleaving over all threads, so a viewer can show both. What is not decided is a notification, and then the execution
// counts as not successful: a consumer must not take missing results for mended ones. Files are relative to the directory of the check.

import type { Occurrence, Violation } from "../execution/errors.ts";
import { type Diagnostic, diagnosticCodes, type SourceLocation } from "../support/diagnostics.ts";
import type { Replay } from "../witness/replay.ts";
import type { ProjectReport, TargetReport } from "./project.ts";
import { propertyTexts } from "./property-texts.ts";
import { type Evidence, type PropertyReport, type Report, scopeText, shortName } from "./report.ts";
import { type Row, rowsOf } from "./rows.ts";
import { characterColumn, type SourceText } from "./source-text.ts";
import { details, headline, howToDebug, inputLines, mainLocation } from "./violation-text.ts";

const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/** The directory in which the check ran. Its address is left out: it is that of one machine. */
const baseId = "%SRCROOT%";

type Json = Readonly<Record<string, unknown>>;

const verdictWords = {
  safe: "the properties hold",
  unsafe: "a violation was found",
  unknown: "not decided",
  "safe-bounded": "the properties hold up to a bound",
} as const;

export const reportToSarif = (report: Report, source: SourceText, exitStatus: number): Json => logOf([runOf(report, source, exitStatus)]);

export const projectToSarif = ({ version, targets }: ProjectReport, source: SourceText): Json =>
  logOf(
    targets.map((t) => ({
      automationDetails: { id: `ravel/${t.name}/` },
      ...(t.report === null ? failedRun(version, t, source) : runOf(t.report, source, t.exitStatus)),
    })),
  );

const logOf = (runs: readonly Json[]): Json => ({ $schema: schema, version: "2.1.0", runs });

const bases: Json = { [baseId]: { description: { text: "The directory in which the check ran." } } };

function runOf(report: Report, source: SourceText, exitStatus: number): Json {
  const { properties } = report;
  return {
    tool: { driver: driverOf(report.version, properties, report.diagnostics) },
    invocations: [
      {
        executionSuccessful: properties.every((p) => p.verdict !== "unknown"),
        exitCode: exitStatus,
        exitCodeDescription: verdictWords[report.verdict],
        toolExecutionNotifications: [
          ...properties.flatMap((p, i) => openProperty(p, i, report)),
          ...report.diagnostics.map((d) => notificationOf(d, source)),
        ],
      },
    ],
    originalUriBaseIds: bases,
    artifacts: report.files.map((file) => ({ location: artifactOf(file), sourceLanguage: "c", roles: ["analysisTarget"] })),
    columnKind: "utf16CodeUnits",
    results: properties.flatMap((p, i) => p.violations.map((e) => resultOf(e, i, source))),
    properties: { verdict: report.verdict, verdicts: Object.fromEntries(properties.map((p) => [p.property, p.verdict])) },
  };
}

/** A target that could not be checked. */
function failedRun(version: string, { diagnostics, exitStatus }: TargetReport, source: SourceText): Json {
  return {
    tool: { driver: driverOf(version, [], diagnostics) },
    invocations: [
      {
        executionSuccessful: false,
        exitCode: exitStatus,
        exitCodeDescription: "usage or input error",
        toolConfigurationNotifications: diagnostics.map((d) => notificationOf(d, source)),
      },
    ],
    originalUriBaseIds: bases,
    columnKind: "utf16CodeUnits",
    results: [],
  };
}

function driverOf(version: string, properties: readonly PropertyReport[], diagnostics: readonly Diagnostic[]): Json {
  const codes = [...new Set([...properties.flatMap((p) => p.unknown?.code ?? []), ...diagnostics.map((d) => d.code)])];
  return {
    name: "Ravel",
    version,
    semanticVersion: version,
    shortDescription: { text: "Checks multithreaded C programs." },
    rules: properties.map(({ property }) => {
      const { name, short, help } = propertyTexts[property];
      return {
        id: property,
        name,
        shortDescription: { text: short },
        fullDescription: { text: `${short} ${help}` },
        help: { text: help },
        defaultConfiguration: { level: "error" },
        properties: { tags: ["concurrency"], precision: "very-high", "problem.severity": "error" },
      };
    }),
    notifications: codes.sort().map((code) => ({ id: code, shortDescription: { text: `${diagnosticCodes[code]}.` } })),
  };
}

/** A property that is not decided, or only up to a bound. */
function openProperty(p: PropertyReport, index: number, report: Report): Json[] {
  const rule = { associatedRule: { id: p.property, index } };
  switch (p.verdict) {
    case "safe":
    case "unsafe":
      return [];
    case "safe-bounded":
      return [{ level: "note", message: { text: `${p.property}: holds within these bounds: ${scopeText(p.scope)}.` }, ...rule }];
    case "unknown": {
      const { code, reason, hint } = p.unknown ?? { code: "RVL901" as const, reason: "no reason was given", hint: "" };
      const files = report.files.map((file) => ({ physicalLocation: { artifactLocation: artifactOf(file) } }));
      return [
        {
          descriptor: { id: code },
          level: "warning",
          message: { text: `${p.property}: unknown: ${reason}.${hint === "" ? "" : ` Hint: ${hint}.`}` },
          locations: files,
          ...rule,
        },
      ];
    }
  }
}

function notificationOf(d: Diagnostic, source: SourceText): Json {
  return {
    descriptor: { id: d.code },
    level: d.severity,
    message: { text: d.hint === null ? d.message : `${d.message}. Hint: ${d.hint}` },
    ...(d.location === null ? {} : { locations: [locationOf(d.location, source)] }),
  };
}

function resultOf({ violation: v, replay }: Evidence, ruleIndex: number, source: SourceText): Json {
  const at = mainLocation(v, replay);
  const related = [...participantsOf(v, replay, source), ...lifetimeOf(v, replay, source)];
  return {
    ruleId: v.property,
    ruleIndex,
    kind: "fail",
    level: "error",
    message: { text: messageOf(v, replay) },
    locations: at === null ? [] : [locationOf(at, source)],
    ...(related.length === 0 ? {} : { relatedLocations: related.map((location, i) => ({ id: i + 1, ...location })) }),
    partialFingerprints: { "violation/v1": fingerprintOf(v) },
    codeFlows: [codeFlowOf(v, replay, source)],
    properties: { kind: v.kind, thread: threadName(v.thread, replay), needs: replay.needs, assumed: replay.assumed },
  };
}

/** The headline; for several threads what each does, and the inputs. Source lines are left out: a viewer shows them. */
function messageOf(v: Violation, replay: Replay): string {
  const lines = [...details(v, replay, { line: () => null }), ...inputLines(replay)];
  return [headline(v, replay), ...lines.map((l) => l.trim())].join("\n");
}

/** The threads of a race or a deadlock: where each is, with what it does there. */
function participantsOf(v: Violation, replay: Replay, source: SourceText): Json[] {
  return v.participants.flatMap((p) => {
    if (p.location === null) return [];
    const locks = p.locks.length === 0 ? "holding no lock" : `holding ${p.locks.join(", ")}`;
    return [locationOf(p.location, source, `${threadName(p.thread, replay)}: ${p.what}, ${locks}`)];
  });
}

/** Where the object of a memory error was allocated and freed. */
function lifetimeOf({ object }: Violation, replay: Replay, source: SourceText): Json[] {
  const told = (what: string, o: Occurrence | null | undefined): Json[] =>
    o?.location == null ? [] : [locationOf(o.location, source, `${threadName(o.thread, replay)}: ${what} ${object?.name}`)];
  return [...told("allocates", object?.allocated), ...told("frees", object?.freed)];
}

/** The same for the same violation in a later check, as long as its functions and their files keep their names. */
function fingerprintOf(v: Violation): string {
  const places = [v.location, ...v.participants.map((p) => p.location)];
  return [v.kind, ...new Set(places.map((l) => (l === null ? "" : `${l.file}:${l.function ?? l.line}`)))].join(" ");
}

function codeFlowOf(v: Violation, replay: Replay, source: SourceText): Json {
  const rows = rowsOf(replay, v, source);
  const order = new Map(rows.map((row, i) => [row, i + 1]));
  const flows = replay.threads.flatMap((t) => {
    const own = rows.filter((r) => r.thread === t.index);
    if (own.length === 0) return [];
    return [{ id: threadName(t.index, replay), locations: own.map((row) => stepOf(row, order.get(row) as number, source)) }];
  });
  return { message: { text: `The interleaving that shows the violation. ${howToDebug}.` }, threadFlows: flows };
}

function stepOf(row: Row, executionOrder: number, source: SourceText): Json {
  const text = [row.text, ...row.facts].join("\n");
  return {
    location: row.location === null ? { message: { text } } : locationOf(row.location, source, text),
    executionOrder,
    importance: row.bad ? "essential" : "important",
  };
}

function threadName(thread: number, replay: Replay): string {
  const { label } = replay.threads.find((t) => t.index === thread) ?? { label: "" };
  return thread === 0 || label === "" ? shortName(thread) : `${shortName(thread)} ${label}`;
}

function locationOf(l: SourceLocation, source: SourceText, message: string | null = null): Json {
  const column = characterColumn(source, l);
  return {
    physicalLocation: {
      artifactLocation: artifactOf(l.file),
      region: { startLine: Math.max(l.line, 1), ...(column === null ? {} : { startColumn: column }) },
    },
    ...(l.function === undefined ? {} : { logicalLocations: [{ name: l.function, kind: "function" }] }),
    ...(message === null ? {} : { message: { text: message } }),
  };
}

function artifactOf(file: string): Json {
  const path = file
    .split("/")
    .map((part) => encodeURIComponent(part))
    .join("/");
  return file.startsWith("/") ? { uri: `file://${path}` } : { uri: path.replace(/^(\.\/+)+/, ""), uriBaseId: baseId };
}
