// The formats of a report. In: a report, a format, and what a renderer may need besides. Out: text. A pure function of these.

import { reportToGithub } from "./github.ts";
import { type PageAssets, renderPage } from "./html/page.ts";
import { reportToJson } from "./json.ts";
import { reportToJunit } from "./junit.ts";
import type { Evidence, Report } from "./report.ts";
import { reportToSarif } from "./sarif.ts";
import { renderText, type TextOptions } from "./text.ts";

export const reportFormats = ["text", "json", "sarif", "junit", "github", "html"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface RenderOptions extends TextOptions {
  /** The exit status of the check. */
  readonly exitStatus: number;
  /** The script and the style of the HTML report. */
  readonly loadPage: () => PageAssets;
}

/** `printed`: violations of the text that were printed before. */
export function renderReport(format: ReportFormat, report: Report, options: RenderOptions, printed: readonly Evidence[] = []): string {
  const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  switch (format) {
    case "text":
      return renderText(report, options, printed);
    case "json":
      return asJson(reportToJson(report));
    case "sarif":
      return asJson(reportToSarif(report, options.source, options.exitStatus));
    case "junit":
      return reportToJunit(report, options.source);
    case "github":
      return reportToGithub(report, options.source, renderText(report, { ...options, color: false }));
    case "html":
      return renderPage(report, { ...options, ...options.loadPage() });
  }
}
