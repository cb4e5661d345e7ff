// Reads YAML, as far as witnesses use it: mappings and sequences in block and flow style, plain and quoted texts, folded and literal blocks,
// comments; no anchors and tags. In: text. Out: data; numbers and truths are converted, everything else stays a text. Throws RVL401.

import { fail } from "../support/diagnostics.ts";

export type YamlValue = string | number | boolean | null | readonly YamlValue[] | { readonly [key: string]: YamlValue };

interface Line {
  readonly number: number;
  readonly indent: number;
  readonly text: string;
}

export function parseYaml(text: string, file: string): YamlValue {
  return new Reader(text, file).read();
}

const keyOf = /^("(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^\s"'[\]{},#&*!|>%@`-][^:#]*?|-[^\s:][^:]*?)\s*:(?:\s+(.*))?$/;

class Reader {
  readonly #lines: Line[];
  readonly #raw: readonly string[];
  #at = 0;

  constructor(
    text: string,
    readonly file: string,
  ) {
    this.#raw = text.replace(/^\ufeff/, "").split(/\r?\n/);
    this.#lines = this.#raw.flatMap((raw, i): Line[] => {
      const content = withoutComment(raw).trimEnd();
      if (content.trim() === "" || /^(---|\.\.\.)\s*$/.test(content)) return [];
      return [{ number: i + 1, indent: content.length - content.trimStart().length, text: content.trimStart() }];
    });
  }

  read(): YamlValue {
    const value = this.#lines.length === 0 ? null : this.#block(0);
    const rest = this.#lines[this.#at];
    return rest === undefined ? value : this.#bad(rest, "unexpected indentation");
  }

  #bad(line: Line | undefined, what: string): never {
    return fail("RVL401", `${this.file} is not a valid witness: ${line === undefined ? "" : `line ${line.number}: `}${what}`);
  }

  /** The value that begins at the current line, indented by at least so much. */
  #block(least: number): YamlValue {
    const line = this.#lines[this.#at];
    if (line === undefined || line.indent < least) return null;
    if (line.text === "-" || line.text.startsWith("- ")) return this.#sequence(line.indent);
    if (keyOf.test(line.text)) return this.#mapping(line.indent);
    this.#at++;
    return this.#scalar(line.text, line);
  }

  #sequence(indent: number): YamlValue[] {
    const items: YamlValue[] = [];
    for (let line = this.#lines[this.#at]; line?.indent === indent && /^-(\s|$)/.test(line.text); line = this.#lines[this.#at]) {
      const rest = line.text.slice(1).trimStart();
      if (rest === "") {
        this.#at++;
        items.push(this.#block(indent + 1));
      } else {
        // What follows the dash is a block of its own, further in.
        this.#lines[this.#at] = { ...line, indent: indent + line.text.length - rest.length, text: rest };
        items.push(this.#block(indent + 1));
      }
    }
    return items;
  }

  #mapping(indent: number): { readonly [key: string]: YamlValue } {
    const entries: [string, YamlValue][] = [];
    for (let line = this.#lines[this.#at]; line?.indent === indent; line = this.#lines[this.#at]) {
      const [, key, rest = ""] = keyOf.exec(line.text) ?? [];
      if (key === undefined) return this.#bad(line, "expected a key and a colon");
      this.#at++;
      entries.push([String(this.#scalar(key, line, true)), this.#valueAfter(rest.trim(), line, indent)]);
    }
    return Object.fromEntries(entries);
  }

  #valueAfter(rest: string, line: Line, indent: number): YamlValue {
    if (/^[|>][+-]?$/.test(rest)) return this.#textBlock(rest.startsWith("|"), line, indent);
    if (rest !== "") return this.#scalar(rest, line);
    const next = this.#lines[this.#at];
    if (next === undefined) return null;
    // A sequence may stand as far out as its key.
    if (next.indent === indent && /^-(\s|$)/.test(next.text)) return this.#sequence(indent);
    return next.indent > indent ? this.#block(indent + 1) : null;
  }

  #textBlock(isLiteral: boolean, line: Line, indent: number): string {
    const lines: string[] = [];
    let number = line.number;
    for (; number < this.#raw.length; number++) {
      const raw = this.#raw[number] as string;
      if (raw.trim() !== "" && raw.length - raw.trimStart().length <= indent) break;
      lines.push(raw.trim());
    }
    while ((this.#lines[this.#at]?.number ?? Number.POSITIVE_INFINITY) <= number) this.#at++;
    return lines.join(isLiteral ? "\n" : " ").trim();
  }

  #scalar(text: string, line: Line, isKey = false): YamlValue {
    const flow = new Flow(text);
    const value = /^["'[{]/.test(text) ? flow.value() : undefined;
    if (value === undefined)
      return /^["'[{&*!]/.test(text) ? this.#bad(line, `unsupported or damaged: ${text.slice(0, 40)}`) : plain(text, isKey);
    return flow.isAtEnd ? value : this.#bad(line, `unexpected text after a value: ${text.slice(0, 40)}`);
  }
}

/** Values in flow style: quoted texts, `[a, b]`, `{a: b}`. */
class Flow {
  #at = 0;

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    this.#skip();
    return this.#at >= this.text.length;
  }

  /** Undefined: damaged. */
  value(): YamlValue | undefined {
    this.#skip();
    switch (this.text[this.#at]) {
      case '"':
      case "'":
        return this.#quoted();
      case "[":
        return this.#list("]", () => this.value());
      case "{": {
        const pairs = this.#list("}", () => this.#pair());
        return pairs === undefined ? undefined : (Object.fromEntries(pairs) as { [key: string]: YamlValue });
      }
      default: {
        const [word = ""] = /^[^,\]}:]*/.exec(this.text.slice(this.#at)) ?? [];
        this.#at += word.length;
        return word.trim() === "" ? undefined : plain(word.trim(), false);
      }
    }
  }

  #pair(): [string, YamlValue] | undefined {
    const key = this.value();
    this.#skip();
    if (key === undefined || this.text[this.#at++] !== ":") return undefined;
    const value = this.value();
    return value === undefined ? undefined : [String(key), value];
  }

  #list<T>(close: string, next: () => T | undefined): T[] | undefined {
    this.#at++;
    const items: T[] = [];
    for (this.#skip(); this.text[this.#at] !== close; this.#skip()) {
      const item = next();
      if (item === undefined) return undefined;
      items.push(item);
      this.#skip();
      if (this.text[this.#at] === ",") this.#at++;
      else if (this.text[this.#at] !== close) return undefined;
    }
    this.#at++;
    return items;
  }

  #quoted(): string | undefined {
    const rest = this.text.slice(this.#at);
    const [whole] = /^"(?:\\.|[^"\\])*"|^'(?:''|[^'])*'/.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    this.#at += whole.length;
    if (whole.startsWith("'")) return whole.slice(1, -1).replaceAll("''", "'");
    try {
      return JSON.parse(whole.replaceAll("\t", "\\t")) as string;
    } catch {
      return undefined;
    }
  }

  #skip(): void {
    while (/\s/.test(this.text[this.#at] ?? "")) this.#at++;
  }
}

function plain(text: string, isKey: boolean): YamlValue {
  if (isKey) return text;
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  if (text === "true" || text === "false") return text === "true";
  return text === "null" || text === "~" ? null : text;
}

/** A comment begins at the start of a line or after a blank, outside quotes. */
function withoutComment(raw: string): string {
  for (let i = 0; i < raw.length; i++) {
    const before = raw[i - 1] ?? " ";
    if (raw[i] === "#" && /\s/.test(before)) return raw.slice(0, i);
    if ((raw[i] === '"' || raw[i] === "'") && /[\s:,[{-]/.test(before)) {
      const [quoted = ""] = /^"(?:\\.|[^"\\])*"|^'(?:''|[^'])*'/.exec(raw.slice(i)) ?? [];
      i += Math.max(quoted.length - 1, 0);
    }
  }
  return raw;
}
