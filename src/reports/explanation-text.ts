// The account of how a check went, as text: numbered paragraphs that can be read aloud. A pure function of the entries.

import type { Explanation } from "./report.ts";
import { printable } from "./terminal.ts";

const widest = 110;

export function explanationLines(entries: readonly Explanation[], width: number): string[] {
  const digits = `${entries.length}`.length;
  const lines = entries.flatMap(({ text, location }, i) => {
    const where = location === null ? "" : `${printable(location.file)}:${location.line}: `;
    return folded(`${where}${text}`, Math.min(Math.max(width, 40), widest) - digits - 4).map(
      (line, n) => `  ${n === 0 ? `${i + 1}`.padStart(digits) : " ".repeat(digits)}  ${line}`,
    );
  });
  return ["How it went:", ...(lines.length === 0 ? ["  nothing was done"] : lines)];
}

function folded(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
