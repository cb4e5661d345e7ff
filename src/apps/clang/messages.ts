// Clang's messages -> coded diagnostics. In: what clang printed to stderr. Out: one RVL101 for every error, with its place,
// and the notes that follow it.

import { type Diagnostic, diagnostic, type SourceLocation } from "../../support/diagnostics.ts";

const located = /^(?<file>.+?):(?<line>\d+):(?<column>\d+): (?<severity>fatal error|error|warning|note): (?<text>.*)$/;
const unlocated = /^(?:[^:]*clang[^:]*: )?(?:fatal )?error: (?<text>.*)$/;

export function readMessages(stderr: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  let aboutError = false; // what a note belongs to
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

/** `<built-in>`, `<command line>` and the like are no places a user could look at. */
function locationOf(groups: Record<string, string>): SourceLocation | null {
  return groups.file.startsWith("<") ? null : { file: groups.file, line: Number(groups.line), column: Number(groups.column) };
}

function hintFor(text: string): string | null {
  if (/^'[^']*' file not found/.test(text))
    return "give its folder with -- -I DIR, or use the headers of this machine with --system-headers";
  if (/^bracket nesting level exceeded/.test(text)) return "try --clang embedded, which nests deeper";
  return null;
}
