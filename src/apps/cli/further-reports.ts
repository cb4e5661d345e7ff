// `--report FORMAT=FILE`: reports besides the one on standard output. In: a value of the option. Out: format and file.

import { type ReportFormat, reportFormats } from "../../reports/formats.ts";
import { fail } from "../../support/diagnostics.ts";

const formats = [...reportFormats, "svcomp"] as const;
export type Format = ReportFormat | "svcomp";

export function readFurther(text: string, hasPropertyFile: boolean): { format: Format; file: string } {
  const at = text.indexOf("=");
  const format = text.slice(0, Math.max(at, 0));
  const file = text.slice(at + 1);
  if (format === "svcomp" && !hasPropertyFile)
    fail("RVL003", "--report svcomp=FILE needs a property file", { hint: "add --svcomp FILE.prp" });
  if (at < 0 || file === "" || !formats.includes(format as Format))
    return fail("RVL001", `invalid value for --report: ${text}`, {
      hint: `write FORMAT=FILE, where FORMAT is one of ${formats.join(", ")}`,
    });
  return { format: format as Format, file };
}
