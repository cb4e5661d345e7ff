// The top level of a module: functions, declarations, global variables, aliases. In: the range of each in the text. Out: objects that parse
// their text when a property is first read, since a program uses few of the declarations that headers and the library bring.

import { constantClauses, readAttachment, readParameterAttributes, readQualifiers, readTail } from "./attributes.ts";
import { readBody } from "./body.ts";
import { readTypedValue, readValue } from "./constants.ts";
import { Cursor } from "./lexer.ts";
import type {
  Alias,
  Block,
  FunctionDeclaration,
  FunctionDefinition,
  GlobalVariable,
  MetadataRef,
  Param,
  Type,
  TypedValue,
  Value,
} from "./module.ts";
import type { Scope } from "./scope.ts";
import { readType, takeEllipsis } from "./types.ts";

const internalLinkage: ReadonlySet<string> = new Set(["internal", "private"]);
const weakLinkage: ReadonlySet<string> = new Set([
  "weak",
  "weak_odr",
  "linkonce",
  "linkonce_odr",
  "common",
  "available_externally",
  "extern_weak",
]);
const externalLinkage: ReadonlySet<string> = new Set(["external", "extern_weak"]);

function isInternal(qualifiers: readonly string[]): boolean {
  return qualifiers.some((word) => internalLinkage.has(word));
}

function isWeak(qualifiers: readonly string[]): boolean {
  return qualifiers.some((word) => weakLinkage.has(word));
}

/** A range of the module's text, and what names mean there. */
export interface TextRange {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly scope: Scope;
}

function cursorAt({ text, start, end, scope }: TextRange): Cursor {
  return new Cursor(text, start, end, scope);
}

interface Header {
  /** Of a declaration: its linkage among others. */
  readonly qualifiers: readonly string[];
  readonly result: Type;
  readonly params: readonly Param[];
  readonly varargs: boolean;
  readonly debug: MetadataRef | null;
  readonly returnsTwice: boolean;
  readonly section: string | null;
  /** Where the body begins, after its brace. */
  readonly bodyStart: number;
}

/** Reads the line of a `define` or `declare`. */
function readHeader(range: TextRange): Header {
  const c = cursorAt(range);
  const defined = c.takeWord("define");
  if (!defined) c.expectWord("declare");
  const qualifiers = readQualifiers(c);
  const result = readType(c);
  c.globalName();
  c.expect("(");
  const params: Param[] = [];
  let varargs = false;
  let number = 0;
  if (c.peek() !== ")") {
    do {
      varargs = takeEllipsis(c);
      if (varargs) break;
      const type = readType(c);
      const { byval, sret, align } = readParameterAttributes(c);
      const name = c.peek() === "%" ? c.localName() : String(number);
      // Unnamed parameters share one counter, which named ones do not advance.
      if (name === String(number)) number++;
      params.push({ name, type, byval, sret, align });
    } while (c.take(","));
  }
  c.expect(")");
  const { debug, returnsTwice, section } = readHeaderTail(c);
  if (defined) c.expect("{");
  return { qualifiers, result, params, varargs, debug, returnsTwice, section, bodyStart: c.pos };
}

/** Reads what is between the parameters and the body: attributes, section, comdat, personality, metadata. */
function readHeaderTail(c: Cursor): Pick<Header, "debug" | "returnsTwice" | "section"> {
  let debug: MetadataRef | null = null;
  let returnsTwice = false;
  let section: string | null = null;
  for (;;) {
    const { groups, words, ...tail } = readTail(c);
    section ??= tail.section;
    returnsTwice ||= words.includes("returns_twice") || groups.some((group) => c.scope.groupReturnsTwice(group));
    if (c.peekInLine() === "!") debug = readAttachment(c) ?? debug;
    else if (constantClauses.some((clause) => c.takeWord(clause))) readTypedValue(c);
    else return { debug, returnsTwice, section };
  }
}

export class LazyFunction implements FunctionDefinition {
  readonly internal: boolean;
  readonly weak: boolean;
  private header: Header | null = null;
  private blocks: readonly Block[] | null = null;

  constructor(
    readonly name: string,
    private readonly range: TextRange,
  ) {
    // Linking asks every function for its linkage. It comes first, so that the rest of the header need not be read.
    const c = cursorAt(range);
    c.expectWord("define");
    const linkage = [c.word()];
    this.internal = isInternal(linkage);
    this.weak = isWeak(linkage);
  }

  get result(): Type {
    return this.read().result;
  }
  get params(): readonly Param[] {
    return this.read().params;
  }
  get varargs(): boolean {
    return this.read().varargs;
  }
  get debug(): MetadataRef | null {
    return this.read().debug;
  }
  get returnsTwice(): boolean {
    return this.read().returnsTwice;
  }
  get section(): string | null {
    return this.read().section;
  }

  body(): readonly Block[] {
    if (this.blocks === null) {
      const { params, bodyStart } = this.read();
      const { text, end, scope } = this.range;
      this.blocks = readBody(text, bodyStart, end, scope, params);
    }
    return this.blocks;
  }

  private read(): Header {
    this.header ??= readHeader(this.range);
    return this.header;
  }
}

export class LazyDeclaration implements FunctionDeclaration {
  private header: Header | null = null;

  constructor(
    readonly name: string,
    private readonly range: TextRange,
  ) {}

  get result(): Type {
    return this.read().result;
  }
  get params(): readonly Type[] {
    return this.read().params.map(({ type }) => type);
  }
  get varargs(): boolean {
    return this.read().varargs;
  }
  get weak(): boolean {
    return isWeak(this.read().qualifiers);
  }
  get returnsTwice(): boolean {
    return this.read().returnsTwice;
  }

  private read(): Header {
    this.header ??= readHeader(this.range);
    return this.header;
  }
}

/** The text of a global variable after its kind: `type initialiser, attributes`. */
interface Storage {
  readonly type: Type;
  /** Where the initialiser begins. It is read on demand: tables are long, and many are never used. */
  readonly valueStart: number;
  readonly align: number;
  readonly section: string | null;
  readonly debug: MetadataRef | null;
}

export class LazyGlobal implements GlobalVariable {
  readonly constant: boolean;
  readonly threadLocal: boolean;
  readonly internal: boolean;
  readonly weak: boolean;
  private readonly external: boolean;
  private storage: Storage | null = null;
  private value: Value | null = null;

  /** The range begins after the kind. */
  constructor(
    readonly name: string,
    private readonly range: TextRange,
    kind: "global" | "constant",
    qualifiers: readonly string[],
  ) {
    this.constant = kind === "constant";
    this.threadLocal = qualifiers.includes("thread_local");
    this.internal = isInternal(qualifiers);
    this.weak = isWeak(qualifiers);
    this.external = qualifiers.some((word) => externalLinkage.has(word));
  }

  get type(): Type {
    return this.read().type;
  }
  get align(): number {
    return this.read().align;
  }
  get section(): string | null {
    return this.read().section;
  }
  get debug(): MetadataRef | null {
    return this.read().debug;
  }
  get initializer(): Value | null {
    if (this.external) return null;
    if (this.value === null) {
      const { type, valueStart } = this.read();
      const c = cursorAt({ ...this.range, start: valueStart });
      const value = readValue(c, type);
      const next = c.peekInLine();
      if (next !== "" && next !== ",") c.expected("the end of the initialiser");
      this.value = value;
    }
    return this.value;
  }

  private read(): Storage {
    this.storage ??= this.readStorage();
    return this.storage;
  }

  private readStorage(): Storage {
    const c = cursorAt(this.range);
    const type = readType(c);
    const valueStart = c.pos;
    if (!this.external && c.rawOperand() === "") c.expected("an initialiser");
    let align = 0;
    let section: string | null = null;
    let debug: MetadataRef | null = null;
    while (c.take(",")) {
      if (c.takeWord("align")) align = c.integer();
      else if (c.takeWord("section")) section = c.quoted();
      else if (c.peek() !== "!") c.rawOperand();
      else {
        const found = readAttachment(c);
        debug ??= found;
      }
    }
    if (c.peekInLine() !== "") c.expected("the end of the variable");
    return { type, valueStart, align, section, debug };
  }
}

export class LazyAlias implements Alias {
  readonly internal: boolean;
  readonly weak: boolean;
  private value: TypedValue | null = null;

  /** The range begins after the kind. */
  constructor(
    readonly name: string,
    private readonly range: TextRange,
    qualifiers: readonly string[],
  ) {
    this.internal = isInternal(qualifiers);
    this.weak = isWeak(qualifiers);
  }

  /** `type, ptr @target`; the type is the target's and is not needed. */
  get target(): TypedValue {
    if (this.value === null) {
      const c = cursorAt(this.range);
      c.rawOperand();
      c.expect(",");
      this.value = readTypedValue(c);
    }
    return this.value;
  }
}

const kinds: ReadonlySet<string> = new Set(["global", "constant", "alias", "ifunc"]);

/** Reads a line that begins with `@`. Null for an ifunc, whose target only the loader knows. */
export function readGlobalLine(range: TextRange): LazyGlobal | LazyAlias | null {
  const c = cursorAt(range);
  const name = c.globalName();
  c.expect("=");
  const qualifiers = readQualifiers(c, (word) => kinds.has(word));
  const kind = c.word();
  const rest = { ...range, start: c.pos };
  switch (kind) {
    case "global":
    case "constant":
      return new LazyGlobal(name, rest, kind, qualifiers);
    case "alias":
      return new LazyAlias(name, rest, qualifiers);
    case "ifunc":
      return null;
    default:
      return c.expected("a global variable");
  }
}
