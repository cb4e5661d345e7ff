// Renders the report of a project as one HTML file. In: the report, the source text, and the built web component. Out: the file's text: a table of the targets,
// a panel with a time line for each violation of any of them, and below, target by target, what was covered and what is to be noted.

import { renderDiagnostic } from "../diagnostic-text.ts";
import { type ProjectReport, type TargetReport, verdictsOf } from "../project.ts";
import { countsText, timeText, worstDetail } from "../project-table.ts";
import { counted, type Evidence } from "../report.ts";
import { html, type Markup, nothing } from "./markup.ts";
import { framedPage, type PageOptions, propertyTable, verdictNames, violationPanel } from "./page.ts";

export function renderProjectPage(project: ProjectReport, options: PageOptions): string {
  const shown = project.targets.flatMap((target) => evidenceOf(target).map((evidence) => ({ target: target.name, evidence })));
  const evidence = shown.map((s) => s.evidence);
  const worst = verdictsOf(project)[0] ?? "unknown";
  const body = html`<section class="verdict ${worst}" aria-labelledby="verdict">
<h1 id="verdict"><span class="badge">${verdictNames[worst]}</span> ${countsText(project)}</h1>
</section>
${targetTable(project, evidence)}
${shown.map((s, i) => violationPanel(s.evidence, i, shown.length, options, s.target))}
${project.targets.map((target, i) => targetSection(target, i, evidence, options))}`;
  const subject = counted(project.targets.length, "target");
  return framedPage({ title: `${verdictNames[worst]}: ${subject}`, subject, body, footer: `Ravel ${project.version}.`, evidence }, options);
}

const evidenceOf = ({ report }: TargetReport): readonly Evidence[] => report?.properties.flatMap((p) => p.violations) ?? [];

const badge = ({ report }: TargetReport): Markup =>
  report === null
    ? html`<span class="badge small unknown">Not checked</span>`
    : html`<span class="badge small ${report.verdict}">${verdictNames[report.verdict]}</span>`;

function targetTable({ targets }: ProjectReport, evidence: readonly Evidence[]): Markup {
  const row = (target: TargetReport, i: number): Markup => {
    const first = target.report?.worst.evidence ?? null;
    const at = first === null ? -1 : evidence.indexOf(first);
    const detail = at < 0 ? html`${worstDetail(target)}` : html`<a href="#violation-${at + 1}">${worstDetail(target)}</a>`;
    return html`<tr><th scope="row"><a href="#target-${i + 1}">${target.name}</a></th><td>${badge(target)}</td><td>${timeText(target)}</td><td>${detail}</td></tr>
`;
  };
  return html`<section aria-labelledby="targets">
<h2 id="targets">Targets</h2>
<table class="properties">
<thead><tr><th scope="col">Target</th><th scope="col">Verdict</th><th scope="col">Time</th><th scope="col">Why</th></tr></thead>
<tbody>
${targets.map(row)}</tbody>
</table>
</section>`;
}

function targetSection(target: TargetReport, index: number, evidence: readonly Evidence[], { source }: PageOptions): Markup {
  const { name, report } = target;
  const diagnostics = [...(report?.diagnostics ?? []), ...target.diagnostics].map((d) => renderDiagnostic(d, source).join("\n"));
  const id = `target-${index + 1}`;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
<p>${badge(target)} ${report === null ? nothing : html`<span class="faint">${report.files.join(", ")}</span>`}</p>
${report === null ? nothing : propertyTable(report, evidence)}
${diagnostics.map((d) => html`<pre>${d}</pre>\n`)}</section>`;
}
