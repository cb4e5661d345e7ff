// The values of a frame for people: its variables, the program's globals, the parts of a value, and completions. In: a frame. Out: `ValueView`s.

import type { Machine } from "../../execution/machine.ts";
import { strip } from "../../execution/names.ts";
import type { Thread } from "../../execution/thread.ts";
import type { SourceType } from "../../program/source-types.ts";
import type { ValueView } from "../contract.ts";
import { elaborate, type Typed } from "../expressions/elaborate.ts";
import { ExpressionError } from "../expressions/error.ts";
import { type CValue, evaluate, valueOf } from "../expressions/evaluate.ts";
import type { Frame } from "../expressions/frame.ts";
import { MemoryReader } from "../expressions/memory-reader.ts";
import type { GlobalName } from "../expressions/names.ts";
import { parseExpression } from "../expressions/parser.ts";
import { NameScope } from "../expressions/scope.ts";
import { fieldsOf, pointee, spell, structOf } from "../expressions/types.ts";
import { type BitRange, missing, readBytes } from "../expressions/value.ts";
import { countOf, elements, groupOf, parenthesised, partsOf } from "./children.ts";
import { Formatter } from "./format.ts";

export function viewValue(frame: Frame, name: string, value: CValue, expression: string): ValueView {
  return new Viewer(frame).view(name, value, expression);
}

/** What these bytes hold, as a value of the type. */
export function textOf(machine: Machine, address: number, size: number, type: SourceType | null, bits: BitRange | null): string {
  const reader = new MemoryReader(machine);
  try {
    const content = readBytes(type, reader.locate(BigInt(address), size, 0), bits);
    return new Formatter(machine, reader).text(type, content, BigInt(address));
  } catch (error) {
    if (error instanceof ExpressionError) return "(gone)";
    throw error;
  }
}

/** The variables that are visible in the frame, those of the innermost block first; then the thread's own thread-locals. */
export function localsOf(frame: Frame): ValueView[] {
  const viewer = new Viewer(frame);
  const { scope } = viewer;
  const seen = new Set<string>();
  const views = scope.locals.map((local) => {
    const isHidden = seen.has(local.name);
    seen.add(local.name);
    const value = viewer.load(scope.local(local, 0));
    return viewer.view(isHidden ? `${local.name} (hidden by an inner one)` : local.name, value, isHidden ? "" : local.name);
  });
  const { scopes } = scope;
  const statics = scope.index.globals.filter((g) => g.scope >= 0 && scopes.includes(g.scope) && !g.object.threadLocal);
  const own = scope.index.globals.filter((g) => g.object.threadLocal && (g.scope < 0 || scopes.includes(g.scope)));
  return [
    ...views,
    ...statics.map((g) => viewer.global(g, `${g.object.name} (static)`)),
    ...own.map((g) => viewer.global(g, `${g.object.name} (thread-local)`)),
  ];
}

/** The program's globals and statics, without thread-locals. */
export function globalsOf(machine: Machine): ValueView[] {
  const [thread] = machine.threads;
  if (thread === undefined) return [];
  const viewer = new Viewer({ machine, thread: thread as Thread, level: -1 });
  const shared = viewer.scope.index.globals.filter((g) => !g.object.threadLocal);
  return shared.map((g) => viewer.global(g, g.function === null ? g.object.name : `${g.object.name} (in ${g.function.name})`));
}

/** Members, elements, or what a pointer points to. Throws an ExpressionError if the expression has no value. */
export function childrenOf(frame: Frame, expression: string): ValueView[] {
  const viewer = new Viewer(frame);
  const group = groupOf(expression);
  const value = evaluate(frame, group?.array ?? expression);
  const last = Math.min(group?.to ?? 0, countOf(value) - 1);
  const parts = group === null ? viewer.parts(value, expression) : elements(parenthesised(group.array), group.from, last);
  return parts.map((p) => {
    const inner = groupOf(p.expression);
    if (inner === null) return viewer.expression(p.name, p.expression);
    const children = elements("", inner.from, inner.to).length;
    return { name: p.name, text: "", type: spell(value.type), expression: p.expression, children, isObject: false };
  });
}

/** Names and members with which the last word of the text can go on. */
export function completionsFor(frame: Frame, text: string): string[] {
  const scope = new NameScope(frame);
  const word = /[A-Za-z_$][\w$]*$/.exec(text)?.[0] ?? "";
  const before = text.slice(0, text.length - word.length);
  const isMember = /(?:\.|->)\s*$/.test(before);
  const names = isMember ? membersAfter(scope, before) : [...scope.locals.map((l) => l.name), ...scope.index.allNames, "sizeof"];
  return [...new Set(names)].filter((name) => name.startsWith(word) && name !== "" && (isMember || word !== "")).sort();
}

class Viewer {
  readonly scope: NameScope;
  readonly #formatter: Formatter;

  constructor(readonly frame: Frame) {
    this.scope = new NameScope(frame);
    this.#formatter = new Formatter(frame.machine, this.scope.reader);
  }

  view(name: string, value: CValue, expression: string): ValueView {
    const formatter = value.reader === this.scope.reader ? this.#formatter : new Formatter(this.frame.machine, value.reader);
    return {
      name,
      text: formatter.text(value.type, value.content, value.address),
      type: spell(value.type),
      expression,
      children: expression === "" ? 0 : this.parts(value, expression).length,
      isObject: value.place !== null,
    };
  }

  parts(value: CValue, expression: string): ReturnType<typeof partsOf> {
    return partsOf(value, expression, (type: SourceType | null) => this.scope.complete(type));
  }

  /** What cannot be read is a value that says so. */
  load(e: Typed): CValue {
    try {
      return valueOf(e, this.scope);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return { type: e.type, content: missing(error.message), place: null, address: null, bits: null, reader: this.scope.reader };
    }
  }

  expression(name: string, expression: string): ValueView {
    return this.view(name, this.load(elaborate(parseExpression(expression, this.scope), this.scope)), expression);
  }

  global(g: GlobalName, name: string): ValueView {
    return this.view(name, this.load(this.scope.global(g.object, 0)), this.#spelling(g));
  }

  /** The shortest expression that names this one. */
  #spelling(g: GlobalName): string {
    const { index, unit, scopes } = this.scope;
    const { name } = g.object;
    if (!this.scope.locals.some((l) => l.name === name) && index.global(name, unit, scopes)?.object === g.object) return name;
    const of = g.function?.name ?? JSON.stringify(this.scope.program.files[g.unit] ?? "");
    return `${of}::${name}`;
  }
}

/** The members of the expression before a `.` or `->` at the end of the text. */
function membersAfter(scope: NameScope, text: string): readonly string[] {
  const operand = operandBefore(text.replace(/(?:\.|->)\s*$/, ""));
  try {
    const { type } = elaborate(parseExpression(operand, scope), scope);
    const struct = structOf(scope.complete(strip(type)?.kind === "pointer" ? pointee(type) : type));
    return struct === null ? [] : fieldsOf(struct).map((f) => f.name);
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** The longest end of the text that is an operand: names, members, calls and subscripts. */
function operandBefore(text: string): string {
  let depth = 0;
  let at = text.length;
  for (; at > 0; at--) {
    const c = text[at - 1] as string;
    if (c === ")" || c === "]") depth++;
    else if (c === "(" || c === "[") {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0 && !/[\w$.:]/.test(c) && !(c === ">" && text[at - 2] === "-") && !(c === "-" && text[at] === ">")) break;
  }
  return text.slice(at).trim();
}
