// Renders the report as one HTML file that needs nothing else. In: a report, its source text, and the built web component. Out: the file's text.
//
// Verdict, causes, properties and notes are plain HTML: they can be read without scripts. The component (web/) adds the time lines and the
// source from the data at the end of the page. A content security policy allows its script and style, by their hashes, and nothing else.

import { renderColumns } from "../columns.ts";
import { renderDiagnostic } from "../diagnostic-text.ts";
import { explanationLines } from "../explanation-text.ts";
import { counted, type Evidence, type PropertyReport, type Report, scopeText, type Verdict } from "../report.ts";
import type { SourceText } from "../source-text.ts";
import { painter } from "../terminal.ts";
import { holdText, statsLines, statsParts } from "../text.ts";
import { headline, mainLocation } from "../violation-text.ts";
import { html, jsonMarkup, type Markup, nothing, raw } from "./markup.ts";
import type { PageModel } from "./model.ts";
import { SourceExcerpts } from "./source-excerpts.ts";
import { timelineOf } from "./timeline.ts";
import { violationMarkup } from "./violation.ts";

/** A text that the page contains, with its SHA-256 in base 64. */
export interface Asset {
  readonly text: string;
  readonly hash: string;
}

export interface PageAssets {
  readonly script: Asset;
  readonly style: Asset;
}

export interface PageOptions extends PageAssets {
  readonly source: SourceText;
  /** Where the witness was written, if it was. */
  readonly witnessFile: string | null;
}

export const verdictNames: Readonly<Record<Verdict, string>> = {
  unsafe: "Unsafe",
  unknown: "Unknown",
  "safe-bounded": "Safe up to a bound",
  safe: "Safe",
};

const textWidth = 110;

export function renderPage(report: Report, options: PageOptions): string {
  const evidence = report.properties.flatMap((p) => p.violations);
  const files = report.files.join(", ");
  const footer = `Ravel ${report.version}. ${counted(report.stats.runs, "run")}, ${(report.stats.timeMs.total / 1000).toFixed(2)} s.`;
  const body = html`${verdictMarkup(report, evidence)}
${evidence.map((e, i) => violationPanel(e, i, evidence.length, options))}
<section aria-labelledby="properties">
<h2 id="properties">Properties</h2>
${propertyTable(report, evidence)}
</section>
${notes(report, options, evidence.length > 0)}`;
  return framedPage({ title: `${verdictNames[report.verdict]}: ${files}`, subject: files, body, footer, evidence }, options);
}

export interface PageParts {
  readonly title: string;
  readonly subject: string;
  readonly body: Markup;
  readonly footer: string;
  /** The violations, in the order of their panels. */
  readonly evidence: readonly Evidence[];
}

/** A whole page around its body, with the data of the time lines. */
export function framedPage({ title, subject, body, footer, evidence }: PageParts, options: PageOptions): string {
  const excerpts = new SourceExcerpts(options.source);
  const runs = evidence.map((e) => timelineOf(e, excerpts));
  const model: PageModel = { files: excerpts.files(), runs };
  const { script, style } = options;
  const policy = `default-src 'none'; script-src 'sha256-${script.hash}'; style-src 'sha256-${style.hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} \u2013 Ravel</title>
<style>${raw(style.text)}</style>
</head>
<body>
<header class="top"><span class="brand">Ravel</span><span class="files">${subject}</span></header>
<main>
${body}
</main>
<footer>${footer}</footer>
<script type="application/json" id="ravel-model">${jsonMarkup(model)}</script>
<script>${raw(script.text)}</script>
</body>
</html>
`.text;
}

function verdictMarkup(report: Report, evidence: readonly Evidence[]): Markup {
  const [first] = evidence;
  const { worst } = report;
  const holds = holdText(report.properties.map((p) => p.property));
  const sentence: Readonly<Record<Verdict, () => string>> = {
    unsafe: () => (first === undefined ? "a property is violated" : headline(first.violation, first.replay)),
    safe: () => `${holds} in all interleavings and for all inputs`,
    "safe-bounded": () => `${holds} within these bounds: ${scopeText(worst.scope)}`,
    unknown: () => `${worst.unknown?.reason ?? "no reason was given"} (${worst.unknown?.code ?? "RVL901"})`,
  };
  const remarks = [
    evidence.length > 1 ? `${evidence.length} violations were found.` : "",
    evidence.length > 1 ? "Each run below was confirmed by replay." : evidence.length > 0 ? "The run below was confirmed by replay." : "",
    report.verdict === "unknown" && worst.unknown?.hint ? `Hint: ${worst.unknown.hint}.` : "",
    report.diagnostics.some((d) => d.about === "memory-model") ? "Verdicts hold under sequential consistency (RVL501, in the notes)." : "",
  ].filter((text) => text !== "");
  return html`<section class="verdict ${report.verdict}" aria-labelledby="verdict">
<h1 id="verdict"><span class="badge">${verdictNames[report.verdict]}</span> ${sentence[report.verdict]()}</h1>
${remarks.length === 0 ? nothing : html`<p>${remarks.join(" ")}</p>`}
</section>`;
}

/** The panel of a violation. With several, the component turns the panels into tabs. */
export function violationPanel(e: Evidence, index: number, count: number, { source }: PageOptions, target = ""): Markup {
  const { property } = e.violation;
  const location = mainLocation(e.violation, e.replay);
  const place = location === null ? "" : `${location.file.slice(location.file.lastIndexOf("/") + 1)}:${location.line}`;
  const columns = renderColumns(e.replay, e.violation, { source, width: textWidth, paint: painter(false), isFull: false });
  return html`<section class="violation" id="violation-${index + 1}" data-run="${index}" data-property="${property}" data-place="${place}" data-target="${target}" aria-label="Violation ${index + 1} of ${count}">
<h2${index === 0 && target === "" ? html` class="spoken"` : nothing}>${target === "" ? "" : `${target}: `}${headline(e.violation, e.replay)}</h2>
${violationMarkup(e, source)}
<div class="workbench"></div>
<noscript><p>The time line needs scripts. The same run as text:</p><pre>${columns.join("\n")}</pre></noscript>
</section>
`;
}

export function propertyTable(report: Report, evidence: readonly Evidence[]): Markup {
  const write = (p: PropertyReport): Markup =>
    html`<td><span class="badge small ${p.verdict}">${verdictNames[p.verdict]}</span></td><td>${coverage(p, evidence)}</td><td>${engineText(p)}</td>`;
  return html`<table class="properties">
<thead><tr><th scope="col">Property</th><th scope="col">Verdict</th><th scope="col">What was covered</th><th scope="col">Decided by</th></tr></thead>
<tbody>
${groupProperties(report.properties, write).map(
  ({ names, first }) => html`<tr><th scope="row">${names.join(", ")}</th>${write(first)}</tr>
`,
)}</tbody>
</table>`;
}

/** Properties of which the same is said share a row. */
function groupProperties(
  properties: readonly PropertyReport[],
  write: (p: PropertyReport) => Markup,
): { readonly names: string[]; readonly first: PropertyReport }[] {
  const groups = new Map<string, { readonly names: string[]; readonly first: PropertyReport }>();
  for (const p of properties) {
    const group = groups.get(write(p).text) ?? { names: [], first: p };
    group.names.push(p.property);
    groups.set(write(p).text, group);
  }
  return [...groups.values()];
}

function coverage(p: PropertyReport, evidence: readonly Evidence[]): Markup {
  if (p.violations.length > 0)
    return html`${p.violations.map((e) => {
      const at = evidence.indexOf(e) + 1;
      return html`<a href="#violation-${at}">${headline(e.violation, e.replay)}</a><br>`;
    })}`;
  if (p.unknown !== null)
    return html`${p.unknown.reason} (${p.unknown.code})${p.unknown.hint === "" ? nothing : html`<br><span class="faint">hint: ${p.unknown.hint}</span>`}`;
  return p.scope.complete ? html`all interleavings and all inputs` : html`${scopeText(p.scope)}`;
}

/** `explore (auto, reduction dpor)`: who decided, then who asked. */
function engineText({ engine }: PropertyReport): Markup {
  const { by, ...options } = engine.options;
  const more = [
    ...(by === undefined || by === engine.name ? [] : [engine.name]),
    ...Object.entries(options).map(([name, value]) => `${name} ${value}`),
  ];
  return html`${String(by ?? engine.name)}${more.length === 0 ? nothing : html` <span class="faint">(${more.join(", ")})</span>`}`;
}

function notes(report: Report, options: PageOptions, hasRun: boolean): Markup {
  const diagnostics = report.diagnostics.map((d) => renderDiagnostic(d, options.source).join("\n"));
  const folded = (title: string, lines: readonly string[]): Markup =>
    lines.length === 0 ? nothing : html`<details><summary>${title}</summary><pre>${lines.join("\n")}</pre></details>\n`;
  const replay =
    options.witnessFile === null
      ? html`To save a run, check with <code>--witness w.json</code>; to step through it: <code>ravel debug w.json</code>.`
      : html`To step through the ${hasRun ? "first run" : "run"}: <code>ravel debug ${options.witnessFile}</code>.`;
  return html`<section aria-labelledby="notes">
<h2 id="notes">Notes</h2>
${diagnostics.map((d) => html`<pre>${d}</pre>\n`)}${hasRun ? html`<p>${replay}</p>\n` : nothing}${folded("Statistics", statsLines(report, statsParts))}${folded(
  "How the check went",
  report.explanation === null ? [] : explanationLines(report.explanation, textWidth),
)}</section>`;
}
