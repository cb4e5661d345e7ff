// Parses a module. In: textual LLVM IR of clang 17 to 22, made of C at -O0. Out: a `Module`.
//
// One pass over the lines of the top level finds all definitions: the first character of a line tells its kind, and function bodies are
// skipped. Everything else is read on first use: headers, bodies and initialisers (definitions.ts), debug metadata (debug-info.ts).

import { UnsupportedConstruct } from "../../support/diagnostics.ts";
import { LazyDebugInfo } from "./debug-info.ts";
import { type LazyAlias, LazyDeclaration, LazyFunction, LazyGlobal, readGlobalLine } from "./definitions.ts";
import { decodeText } from "./escapes.ts";
import { Cursor } from "./lexer.ts";
import { MetadataTable } from "./metadata.ts";
import type { Module, Type, Value } from "./module.ts";
import type { Scope } from "./scope.ts";
import { readStruct } from "./types.ts";

export function parseModule(text: string): Module {
  const scan = new ModuleScan(text);
  scan.run();
  return {
    sourceFile: scan.sourceFile,
    dataLayout: scan.dataLayout,
    triple: scan.triple,
    get structs() {
      return scan.resolveStructs();
    },
    globals: scan.globals,
    functions: scan.functions,
    declarations: scan.declarations,
    aliases: scan.aliases,
    debug: new LazyDebugInfo(scan.metadata),
  };
}

class ModuleScan implements Scope {
  sourceFile = "";
  dataLayout = "";
  triple = "";
  readonly globals = new Map<string, LazyGlobal>();
  readonly functions = new Map<string, LazyFunction>();
  readonly declarations = new Map<string, LazyDeclaration>();
  readonly aliases = new Map<string, LazyAlias>();
  readonly metadata: MetadataTable;
  private readonly c: Cursor;
  private readonly structStarts = new Map<string, number>();
  /** Null while a struct is being read: one that contains itself has no size. */
  private readonly structs = new Map<string, Type | null>();
  private resolved: ReadonlyMap<string, Type> | null = null;
  private readonly groupStarts = new Map<number, number>();

  constructor(private readonly text: string) {
    this.c = new Cursor(text, 0, text.length, this);
    this.metadata = new MetadataTable(text, this);
  }

  run(): void {
    const { c, text } = this;
    while (c.pos < text.length) {
      switch (text[c.pos]) {
        case "!":
          c.pos = this.metadata.index(c.pos);
          continue;
        case "@":
          this.addGlobal();
          break;
        case "d":
          if (c.takeWord("define")) this.addFunction();
          else if (c.takeWord("declare")) this.addDeclaration();
          else this.rejectLine();
          break;
        case "%":
          this.addStruct();
          break;
        case "a":
          this.addAttributeGroup();
          break;
        case "s":
          if (!c.takeWord("source_filename")) this.rejectLine();
          this.sourceFile = this.readSetting();
          break;
        case "t":
          this.addTarget();
          break;
        case "m":
          if (!c.takeWord("module")) this.rejectLine();
          break;
        case "u":
          if (!c.takeWord("uselistorder") && !c.takeWord("uselistorder_bb")) this.rejectLine();
          break;
        case "$": // comdat
        case "^": // summary
        case ";":
        case " ": // the rest of an entity that spans lines
        case "\t":
        case "\r":
        case "\n":
          break;
        default:
          this.rejectLine();
      }
      c.skipLine();
      c.pos++;
    }
  }

  resolveStructs(): ReadonlyMap<string, Type> {
    if (this.resolved !== null) return this.resolved;
    const resolved = new Map<string, Type>();
    for (const [name, start] of this.structStarts) {
      try {
        resolved.set(name, this.struct(name, this.c.at(start)));
      } catch (error) {
        // A struct with an unsupported field is reported where it is used.
        if (!(error instanceof UnsupportedConstruct)) throw error;
      }
    }
    this.resolved = resolved;
    return resolved;
  }

  struct(name: string, at: Cursor): Type {
    const known = this.structs.get(name);
    if (known !== undefined) return known ?? at.malformed(`type %${name} contains itself`);
    const start = this.structStarts.get(name);
    if (start === undefined) return at.malformed(`type %${name} is not defined`);
    const c = at.at(start);
    this.structs.set(name, null);
    try {
      const type: Type = c.takeWord("opaque") ? { kind: "opaque", name } : c.nested(() => readStruct(c, name));
      this.structs.set(name, type);
      return type;
    } finally {
      if (this.structs.get(name) === null) this.structs.delete(name);
    }
  }

  local(name: string, at: Cursor): Value {
    return at.malformed(`%${name} outside a function`);
  }

  groupReturnsTwice(number: number): boolean {
    const start = this.groupStarts.get(number);
    if (start === undefined) return false;
    const end = this.text.indexOf("\n", start);
    return this.text.slice(start, end < 0 ? this.text.length : end).includes(" returns_twice");
  }

  functionReturnsTwice(name: string): boolean {
    return (this.functions.get(name) ?? this.declarations.get(name))?.returnsTwice ?? false;
  }

  private addGlobal(): void {
    const { c, text } = this;
    const entity = readGlobalLine({ text, start: c.pos, end: text.length, scope: this });
    if (entity === null) return;
    this.checkNew(entity.name);
    if (entity instanceof LazyGlobal) this.globals.set(entity.name, entity);
    else this.aliases.set(entity.name, entity);
  }

  /** Adds a function, and moves to the line that closes its body. */
  private addFunction(): void {
    const { c, text } = this;
    const start = c.pos - "define".length;
    const name = this.readFunctionName();
    const end = this.findBodyEnd();
    this.functions.set(name, new LazyFunction(name, { text, start, end, scope: this }));
    c.pos = end + 1;
  }

  private addDeclaration(): void {
    const { c, text } = this;
    const start = c.pos - "declare".length;
    const name = this.readFunctionName();
    c.skipLine();
    this.declarations.set(name, new LazyDeclaration(name, { text, start, end: c.pos, scope: this }));
  }

  /** Reads the name at the first `@` of a header: nothing before it can name a global. */
  private readFunctionName(): string {
    const { c, text } = this;
    const at = text.indexOf("@", c.pos);
    if (at < 0) c.expected("the name of a function");
    c.pos = at;
    const name = c.globalName();
    this.checkNew(name);
    return name;
  }

  /** The position of the `}` that closes the function whose header the cursor is in. */
  private findBodyEnd(): number {
    const { c, text } = this;
    const line = text.indexOf("\n", c.pos);
    const header = text.slice(c.pos, line < 0 ? text.length : line);
    if (header.trimEnd().endsWith("}")) return this.c.pos + header.lastIndexOf("}"); // all in one line
    const close = text.indexOf("\n}", c.pos);
    return close < 0 ? c.malformed("the body of a function does not end") : close + 1;
  }

  private addStruct(): void {
    const { c } = this;
    const start = c.pos;
    const name = c.localName();
    c.expect("=");
    c.expectWord("type");
    if (this.structStarts.has(name)) c.malformed(`type %${name} is defined twice`, start);
    this.structStarts.set(name, c.pos);
  }

  private addAttributeGroup(): void {
    const { c } = this;
    if (!c.takeWord("attributes")) this.rejectLine();
    c.expect("#");
    this.groupStarts.set(c.integer(), c.pos);
  }

  private addTarget(): void {
    const { c } = this;
    if (!c.takeWord("target")) this.rejectLine();
    if (c.takeWord("datalayout")) this.dataLayout = this.readSetting();
    else if (c.takeWord("triple")) this.triple = this.readSetting();
    else this.rejectLine();
  }

  private readSetting(): string {
    this.c.expect("=");
    return decodeText(this.c.quoted());
  }

  private checkNew(name: string): void {
    if (this.globals.has(name) || this.functions.has(name) || this.declarations.has(name) || this.aliases.has(name)) {
      this.c.malformed(`@${name} is defined twice`);
    }
  }

  private rejectLine(): never {
    return this.c.expected("a definition, a declaration or metadata");
  }
}
