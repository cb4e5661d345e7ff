// Reads function bodies. In: the text between the braces of a definition. Out: its blocks.
//
// LLVM numbers values without a name: parameters, then blocks and results in the order of the text, with one counter. The text has these
// numbers, except that of the entry block (and, in hand-written IR, others), so that the reader counts along. An instruction of LLVM that the
// reader does not know becomes an "unsupported" instruction, which matters only if a run reaches it.

import { UnsupportedConstruct } from "../../support/diagnostics.ts";
import { readDebugRecord } from "./calls.ts";
import { straightenCleanups } from "./cleanups.ts";
import { targetsOf } from "./control-flow.ts";
import { decodeText } from "./escapes.ts";
import { hasResult, instructionReaders } from "./instructions.ts";
import { Cursor } from "./lexer.ts";
import type { Block, Instruction, Param, Type, Value } from "./module.ts";
import type { Scope } from "./scope.ts";
import { foldShiftChecks } from "./shift-checks.ts";

/** Instructions of LLVM that are not supported, and whether they end a block. */
const unsupportedOpcodes = new Map<string, boolean>([
  ["callbr", true],
  ["invoke", true],
  ["resume", true],
  ["cleanupret", true],
  ["catchret", true],
  ["catchswitch", true],
  ["landingpad", false],
  ["cleanuppad", false],
  ["catchpad", false],
]);

const terminators: ReadonlySet<Instruction["op"]> = new Set(["ret", "br", "condbr", "switch", "indirectbr", "unreachable"] as const);

/** Words that continue an instruction in the next line. */
const continuations = ["to", "unwind", "cleanup", "catch", "filter"];

export function readBody(text: string, start: number, end: number, module: Scope, params: readonly Param[]): readonly Block[] {
  return straightenCleanups(foldShiftChecks(new BodyReader(text, start, end, module, params).read()));
}

class BodyReader implements Scope {
  private readonly c: Cursor;
  private readonly blocks: Block[] = [];
  private readonly labels = new Set<string>();
  private readonly defined = new Set<string>();
  private readonly used = new Map<string, Value>();
  /** The block being read; null between a terminator and the next label. */
  private current: Instruction[] | null = null;
  private nextNumber = 0;

  constructor(
    text: string,
    start: number,
    end: number,
    private readonly module: Scope,
    params: readonly Param[],
  ) {
    this.c = new Cursor(text, start, end, this);
    for (const { name } of params) this.define(name, start);
  }

  struct(name: string, at: Cursor): Type {
    return this.module.struct(name, at);
  }

  local(name: string): Value {
    let value = this.used.get(name);
    if (value === undefined) {
      value = { kind: "local", name };
      this.used.set(name, value);
    }
    return value;
  }

  groupReturnsTwice(number: number): boolean {
    return this.module.groupReturnsTwice(number);
  }

  functionReturnsTwice(name: string): boolean {
    return this.module.functionReturnsTwice(name);
  }

  read(): readonly Block[] {
    const { c } = this;
    for (let next = c.peek(); next !== ""; next = c.peek()) {
      const start = c.pos;
      if (next === "#") this.add(readDebugRecord(c), start);
      else if (next === "%") {
        const result = c.localName();
        c.expect("=");
        this.readInstruction(c.word(), result, start);
      } else this.readLabelOrInstruction(next, start);
    }
    if (this.current !== null) c.malformed("the last block has no terminator");
    if (this.blocks.length === 0) c.malformed("a function without blocks");
    this.checkNames();
    return this.blocks;
  }

  private readLabelOrInstruction(next: string, start: number): void {
    const { c } = this;
    const word = next === '"' ? decodeText(c.quoted()) : c.word();
    if (c.pos < c.end && c.text[c.pos] === ":") {
      c.pos++;
      this.openBlock(word, start);
    } else this.readInstruction(word, null, start);
  }

  private openBlock(label: string, start: number): void {
    if (this.current !== null) this.c.malformed("a block without a terminator", start);
    if (this.labels.has(label)) this.c.malformed(`block %${label} is defined twice`, start);
    this.labels.add(label);
    this.count(label);
    this.current = [];
    this.blocks.push({ label, instructions: this.current });
  }

  private readInstruction(opcode: string, result: string | null, start: number): void {
    const { c } = this;
    const reader = instructionReaders.get(opcode);
    if (reader === undefined && !unsupportedOpcodes.has(opcode)) c.malformed(`unknown instruction '${opcode}'`, start);
    let instruction: Instruction | null;
    try {
      instruction = reader === undefined ? this.skipUnsupported(result, start) : reader(c, result);
    } catch (error) {
      if (!(error instanceof UnsupportedConstruct)) throw error;
      instruction = this.skipUnsupported(result, start);
    }
    if (c.peekInLine() !== "") c.expected("the end of the instruction");
    this.add(instruction, start);
    if (instruction !== null && (terminators.has(instruction.op) || unsupportedOpcodes.get(opcode) === true)) this.current = null;
  }

  private add(instruction: Instruction | null, start: number): void {
    if (instruction === null) return;
    // The entry block, and in hand-written IR a block after a terminator, has no label in the text.
    if (this.current === null) this.openBlock(String(this.nextNumber), start);
    let named = instruction;
    if (hasResult(instruction)) {
      if (instruction.result === null) named = { ...instruction, result: String(this.nextNumber) };
      this.define(named.result as string, start);
    } else if (instruction.result !== null) this.c.malformed(`%${instruction.result} names an instruction without a result`, start);
    this.current?.push(named);
  }

  /** Returns to the start of the instruction, skips it, and keeps its text. */
  private skipUnsupported(result: string | null, start: number): Instruction {
    const { c } = this;
    c.pos = start;
    for (;;) {
      const next = c.peekInLine();
      if (next === "(" || next === "[" || next === "{" || next === "<") c.skipGroup();
      else if (next === '"') c.quoted();
      else if (next !== "") c.pos++;
      else if (!this.takeContinuation()) break;
    }
    const text = c.text.slice(start, c.pos).trim().replace(/\s+/g, " ");
    const debug = /, !dbg !(\d+)/.exec(text);
    return { op: "unsupported", text, result, debug: debug === null ? null : Number(debug[1]) };
  }

  private takeContinuation(): boolean {
    const { c } = this;
    const end = c.pos;
    if (continuations.some((word) => c.takeWord(word)) && c.text[c.pos] !== ":") return true;
    c.pos = end;
    return false;
  }

  private define(name: string, start: number): void {
    if (this.defined.has(name)) this.c.malformed(`%${name} is defined twice`, start);
    this.defined.add(name);
    this.count(name);
  }

  /** Continues the count after an explicit number. */
  private count(name: string): void {
    const code = name.charCodeAt(0);
    if (code >= 48 && code <= 57) this.nextNumber = Number(name) + 1;
  }

  /** Checks that every named value and block exists: lowering relies on it. */
  private checkNames(): void {
    for (const name of this.used.keys()) if (!this.defined.has(name)) this.c.malformed(`%${name} is not defined`);
    const unknown = this.blocks.flatMap(({ instructions }) => instructions.flatMap(targets)).find((label) => !this.labels.has(label));
    if (unknown !== undefined) this.c.malformed(`block %${unknown} is not defined`);
  }
}

/** The blocks that an instruction names. */
function targets(instruction: Instruction): readonly string[] {
  return instruction.op === "phi" ? instruction.incoming.map(({ block }) => block) : targetsOf(instruction);
}
