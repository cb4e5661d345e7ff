// A diagnostic as text: `file.c:12:5: error RVL103: …`, the source line with a caret, a hint.

import type { Diagnostic } from "../support/diagnostics.ts";
import { quote, type SourceText } from "./source-text.ts";
import { printable } from "./terminal.ts";

export function renderDiagnostic(d: Diagnostic, source: SourceText | null): string[] {
  const { location: l } = d;
  const where = l === null ? "" : `${l.file}:${l.line}${l.column === undefined || l.column === 0 ? "" : `:${l.column}`}: `;
  return [
    `${printable(where)}${d.severity} ${d.code}: ${printable(d.message)}`,
    ...(l === null || l.column === undefined || d.about === "memory-model" ? [] : quote(source, l, true)),
    ...(d.hint === null ? [] : [`  hint: ${printable(d.hint)}`]),
  ];
}
