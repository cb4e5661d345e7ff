// Converts clang's messages to coded diagnostics. In: clang's stderr. Out: one RVL101 per error, with its location, and the notes that follow
// it.

import { type Diagnostic, diagnostic, type SourceLocation } from "../../support/diagnostics.ts";

const located = /^(?<file>.+?):(?<line>\d+):(?<column>\d+): (?<severity>fatal error|error|warning|note): (?<text>.*)$/;
const unlocated = /^(?:[^:]*clang[^:]*: )?(?:fatal )?error: (?<text>.*)$/;

export function readMessages(stderr: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  let aboutError = false; // whether a note belongs to an error
  for (const line of stderr.split(/\r?\n/)) {
    const groups = located.exec(line)?.groups;
    if (groups !== undefined) {
      if (groups.severity !== "note") aboutError = groups.severity !== "warning";
      if (!aboutError) continue;
      const severity = groups.severity === "note" ? "note" : "error";
      diagnostics.push(diagnostic("RVL101", groups.text, { severity, location: locationOf(groups), hint: hintFor(groups.text) }));
      continue;
    }
    const text = unlocated.exec(line)?.groups?.text;
    if (text !== undefined) diagnostics.push(diagnostic("RVL101", text));
  }
  return diagnostics;
}

/** The location of a message; null for `<built-in>`, `<command line>` and the like, which are not files. */
function locationOf(groups: Record<string, string>): SourceLocation | null {
  return groups.file.startsWith("<") ? null : { file: groups.file, line: Number(groups.line), column: Number(groups.column) };
}

function hintFor(text: string): string | null {
  if (/^'[^']*' file not found/.test(text)) return "give its directory with -- -I DIR, or use the system's headers with --system-headers";
  if (/^bracket nesting level exceeded/.test(text)) return "try --clang embedded, which supports deeper nesting";
  return null;
}
