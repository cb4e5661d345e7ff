// The formats of the report of a project. In: the report, a format, and what a renderer may need besides. Out: text. A pure function of these.

import type { RenderOptions, ReportFormat } from "./formats.ts";
import { projectToGithub } from "./github.ts";
import { renderProjectPage } from "./html/project-page.ts";
import { diagnosticToJson, reportToJson } from "./json.ts";
import { projectToJunit } from "./junit.ts";
import { type ProjectReport, verdictsOf } from "./project.ts";
import { projectTable } from "./project-table.ts";
import { reportSchema } from "./report.ts";
import { projectToSarif } from "./sarif.ts";

export function renderProject(format: ReportFormat, project: ProjectReport, options: RenderOptions): string {
  const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  switch (format) {
    case "text":
      return projectTable(project);
    case "json":
      return asJson(projectToJson(project));
    case "sarif":
      return asJson(projectToSarif(project, options.source));
    case "junit":
      return projectToJunit(project, options.source);
    case "github":
      return projectToGithub(project, options.source, projectTable(project));
    case "html":
      return renderProjectPage(project, { ...options, ...options.loadPage() });
  }
}

function projectToJson(project: ProjectReport): Record<string, unknown> {
  return {
    ravel: project.version,
    schema: reportSchema,
    kind: "project",
    verdict: verdictsOf(project)[0] ?? null,
    targets: project.targets.map(({ name, report, reused, diagnostics }) => ({
      name,
      verdict: report?.verdict ?? null,
      reused,
      report: report === null ? null : reportToJson(report),
      diagnostics: diagnostics.map(diagnosticToJson),
    })),
  };
}
