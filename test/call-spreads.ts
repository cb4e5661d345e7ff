// Finds arrays that are spread into the arguments of a call: `list.push(...items)`, `Math.max(...numbers)`. Each element takes a place on the
// stack, so that a run of some ten thousand steps ends in "Maximum call stack size exceeded". In: the text of a TypeScript file. Out: lines.
//
// It parses brackets, not the language: a spread whose innermost bracket is a parenthesis is one into a call, unless it is a rest parameter,
// which has a type or belongs to an arrow function.

/** Comments and strings (left out), regular expressions after a token that cannot end a value, names, `...`, `=>`, single characters. */
const token = /\/\/.*|\/\*[^]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\w$#]+|\.\.\.|=>|\n|[^\s]/g;
const regularExpression = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/[a-z]*/;
const endsValue = /^(?:[\w$#]+|[)\]}"'`])$/;
const noValue = /^(?:return|typeof|case|of|in|await|yield)$/;

/** Line numbers, from 1. */
export function spreadsIntoCalls(text: string): number[] {
  const tokens = tokensOf(text);
  const found: number[] = [];
  const stack: { readonly bracket: string; readonly spreads: number[] }[] = [];
  tokens.forEach(({ word, line }, i) => {
    if (/^[([{]$/.test(word)) stack.push({ bracket: word, spreads: [] });
    else if (/^[)\]}]$/.test(word)) {
      const open = stack.pop();
      if (open?.bracket === "(" && tokens[i + 1]?.word !== "=>") for (const at of open.spreads) found.push(at);
    } else if (word === "..." && tokens[i + 2]?.word !== ":") stack.at(-1)?.spreads.push(line);
  });
  return found.sort((a, b) => a - b);
}

function tokensOf(text: string, firstLine = 1): { readonly word: string; readonly line: number }[] {
  const out: { word: string; line: number }[] = [];
  let line = firstLine;
  token.lastIndex = 0;
  const matcher = new RegExp(token);
  for (let m = matcher.exec(text); m !== null; m = matcher.exec(text)) {
    const [word] = m;
    const before = out.at(-1)?.word ?? "";
    if (word === "\n") line++;
    else if (word.startsWith("//") || word.startsWith("/*")) line += word.split("\n").length - 1;
    else if (word === "`") {
      const { parts, end } = templateAt(text, m.index + 1);
      out.push({ word: '"', line });
      for (const { at, code } of parts) {
        const partLine = line + text.slice(m.index, at).split("\n").length - 1;
        for (const t of [{ word: "[", line: partLine }, ...tokensOf(code, partLine), { word: "]", line: partLine }]) out.push(t);
      }
      out.push({ word: '"', line });
      line += text.slice(m.index, end).split("\n").length - 1;
      matcher.lastIndex = end;
    } else if (word === "/" && (!endsValue.test(before) || noValue.test(before))) {
      const [expression = "/"] = regularExpression.exec(text.slice(m.index)) ?? [];
      out.push({ word: '"', line });
      matcher.lastIndex = m.index + expression.length;
    } else out.push({ word: /^["']/.test(word) ? '"' : word, line });
  }
  return out;
}

/** The code inside a template, and where the template ends. */
function templateAt(
  text: string,
  from: number,
): { readonly parts: { readonly at: number; readonly code: string }[]; readonly end: number } {
  const parts: { at: number; code: string }[] = [];
  for (let i = from; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "`") return { parts, end: i + 1 };
    else if (text[i] === "$" && text[i + 1] === "{") {
      const at = i + 2;
      i = codeEnd(text, at);
      parts.push({ at, code: text.slice(at, i) });
    }
  }
  return { parts, end: text.length };
}

/** Where the brace is closed that was opened before `from`; templates inside are passed over. */
function codeEnd(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === "`") i = templateAt(text, i + 1).end - 1;
    else if (c === '"' || c === "'") {
      for (i++; i < text.length && text[i] !== c; i++) if (text[i] === "\\") i++;
    } else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) return i;
  }
  return text.length;
}
