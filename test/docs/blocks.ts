// The code blocks of a document. In: Markdown. Out: its fenced blocks, with what stands after the language.
//
//   console                a session: `$ command` lines, each followed by its output; `…` alone on a line stands for any
//                          lines, at the end of a line for its rest
//   LANGUAGE title=FILE    a file of the reader's, written before the next session
//   LANGUAGE from=PATH     a file of the repository, with its text
//   diff title=FILE        a change of such a file, without line numbers
//   … shown-by=TEST        checked by that test instead

export interface Block {
  readonly language: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  /** Where the text begins and ends in the document. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```([^\n`]*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [language = "", ...words] = (match[1] as string).trim().split(/\s+/);
    const text = match[2] as string;
    const start = match.index + match[0].indexOf("\n") + 1;
    return {
      language,
      attributes: Object.fromEntries(words.map((word) => word.split("=", 2) as [string, string])),
      text,
      start,
      end: start + text.length,
      line: page.slice(0, match.index).split("\n").length,
    };
  });
}

export interface Command {
  readonly command: string;
  readonly output: string;
}

export function commandsOf(session: string): Command[] {
  const parts = session.split(/^\$ /m);
  if (parts.shift() !== "") throw new Error(`a session begins with a command: ${session}`);
  return parts.map((part) => {
    const end = part.indexOf("\n");
    return { command: part.slice(0, end), output: part.slice(end + 1) };
  });
}

/** Whether an output is what a document shows. */
export function matches(shown: string, output: string): boolean {
  const lines = shown.split("\n").map((line) => {
    if (line === "…") return "(?:[^\\n]*\\n)*";
    return line.endsWith(" …") ? `${escaped(line.slice(0, -1))}[^\\n]*\\n` : `${escaped(line)}\\n`;
  });
  return new RegExp(`^${lines.join("")}$`).test(`${output}\n`);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A file after the change of a diff block. Context and removed lines must occur in it once. */
export function changedBy(diff: string, file: string): string {
  const lines = diff.trimEnd().split("\n");
  const side = (skipped: string): string =>
    lines
      .filter((line) => !line.startsWith(skipped))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const parts = file.split(side("+"));
  if (parts.length !== 2) throw new Error(`the lines occur ${parts.length - 1} times:\n${side("+")}`);
  return parts.join(side("-"));
}
