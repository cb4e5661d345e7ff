// Colours of C text, line by line: comments, strings, keywords, preprocessor lines. In: a line. Out: nodes. A comment over several lines is coloured
// on its first line only, or where a line begins with an asterisk.

import { type Child, el } from "./dom.ts";

const token =
  /(?<comment>\/\/.*$|\/\*.*?(?:\*\/|$)|^\s*\*(?:\s.*|\/)?$)|(?<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?<directive>^\s*#\s*\w+)|(?<keyword>\b(?:auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Atomic|_Bool|_Thread_local|NULL)\b)/g;

export function highlight(line: string): Child[] {
  const out: Child[] = [];
  let at = 0;
  for (const match of line.matchAll(token)) {
    if (match.index > at) out.push(line.slice(at, match.index));
    const [kind = ""] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    out.push(el("span", { class: `c-${kind}` }, match[0]));
    at = match.index + match[0].length;
  }
  out.push(line.slice(at));
  return out;
}
