// JSON with positions. In: text. Out: its value, and where each part of it is; or where the text is not JSON.

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface LocatedJson {
  readonly value: unknown;
  /** Where the part at this path begins: keys and indices from the top. The nearest part around it, if there is none. */
  at(path: readonly (string | number)[]): Position;
}

export class JsonSyntaxError extends Error {
  constructor(
    readonly what: string,
    readonly position: Position,
  ) {
    super(`${what} at line ${position.line}, column ${position.column}`);
  }
}

/** Throws JsonSyntaxError. A key that occurs twice is an error. */
export function parseLocatedJson(text: string): LocatedJson {
  const parser = new Parser(text);
  const value = parser.document();
  return {
    value,
    at: (path) => {
      for (let length = path.length; ; length--) {
        const offset = parser.starts.get(JSON.stringify(path.slice(0, length)));
        if (offset !== undefined || length === 0) return positionOf(text, offset ?? 0);
      }
    },
  };
}

function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

class Parser {
  /** Offsets by path, as JSON. */
  readonly starts = new Map<string, number>();
  #at = 0;

  constructor(readonly text: string) {}

  document(): unknown {
    const value = this.#value([]);
    this.#space();
    if (this.#at < this.text.length) this.#fail("text after the end of the JSON value");
    return value;
  }

  #fail(what: string): never {
    throw new JsonSyntaxError(what, positionOf(this.text, this.#at));
  }

  #space(): void {
    while (/\s/.test(this.text[this.#at] ?? "")) this.#at++;
  }

  #take(character: string): boolean {
    this.#space();
    if (this.text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #expect(character: string): void {
    if (!this.#take(character)) this.#fail(this.#at >= this.text.length ? "the text ends too early" : `expected ${character}`);
  }

  #value(path: readonly (string | number)[]): unknown {
    this.#space();
    this.starts.set(JSON.stringify(path), this.#at);
    if (this.#take("{")) return this.#object(path);
    if (this.#take("[")) return this.#list(path);
    return this.#scalar();
  }

  #object(path: readonly (string | number)[]): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    if (!this.#take("}"))
      do {
        this.#space();
        if (this.text[this.#at] !== '"') this.#fail("expected a key in double quotes");
        const start = this.#at;
        const key = this.#scalar() as string;
        if (entries.has(key)) {
          this.#at = start;
          this.#fail(`the key ${key} occurs twice`);
        }
        this.#expect(":");
        entries.set(key, this.#value([...path, key]));
      } while (this.#more("}"));
    return Object.fromEntries(entries);
  }

  #list(path: readonly (string | number)[]): unknown[] {
    const items: unknown[] = [];
    if (!this.#take("]"))
      do items.push(this.#value([...path, items.length]));
      while (this.#more("]"));
    return items;
  }

  /** Whether a comma follows; otherwise the end must. */
  #more(end: string): boolean {
    if (this.#take(",")) return true;
    this.#expect(end);
    return false;
  }

  #scalar(): unknown {
    const token = /^(?:"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/.exec(this.text.slice(this.#at, this.#at + maxScalar))?.[0];
    if (token === undefined) return this.#fail(this.#at >= this.text.length ? "the text ends too early" : "expected a JSON value");
    try {
      const value: unknown = JSON.parse(token);
      this.#at += token.length;
      return value;
    } catch {
      return this.#fail(token.startsWith('"') ? "a malformed string" : "a malformed number");
    }
  }
}

/** Characters of the longest string: commands in a compilation database may be long. */
const maxScalar = 1 << 20;
