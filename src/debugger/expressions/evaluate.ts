// C expressions in a frame. In: a frame and a text. Out: a value, or an lvalue in memory. Nothing in the machine changes.
//
// lexer.ts, parser.ts and elaborate.ts are the stages; scope.ts says what names mean, memory-reader.ts reads, call.ts runs functions without effects.

import type { MemoryObject } from "../../execution/memory-object.ts";
import type { Program } from "../../program/program.ts";
import type { SourceType } from "../../program/source-types.ts";
import { elaborate, type Typed } from "./elaborate.ts";
import { refuse } from "./error.ts";
import type { Frame } from "./frame.ts";
import { isTrueFor } from "./open-values.ts";
import { parseExpression } from "./parser.ts";
import { NameScope } from "./scope.ts";
import type { Node } from "./syntax.ts";
import { bytesOf, spell } from "./types.ts";
import { type BitRange, type CValue, truth } from "./value.ts";

export { ExpressionError } from "./error.ts";
export type { Frame } from "./frame.ts";
export type { CValue } from "./value.ts";

/** Throws an ExpressionError if the text is not an expression, or has no value here. */
export function evaluate(frame: Frame, text: string): CValue {
  const scope = new NameScope(frame);
  return valueOf(elaborate(parsed(text, scope), scope), scope);
}

/** Conditions are evaluated at every stop: their trees are kept. */
const maxKept = 200;
const kept = new WeakMap<Program, Map<string, Node>>();

/** What a name is (a type or not) depends on the function and the position. */
function parsed(text: string, scope: NameScope): Node {
  const trees = kept.get(scope.program) ?? new Map<string, Node>();
  kept.set(scope.program, trees);
  const key = `${scope.open?.function.id} ${scope.open?.position} ${text}`;
  const node = trees.get(key) ?? parseExpression(text, scope);
  if (trees.size >= maxKept) trees.clear();
  trees.set(key, node);
  return node;
}

/** Loads an expression, with where it lies. */
export function valueOf(e: Typed, scope: NameScope): CValue {
  const content = e.load();
  const address = e.address?.() ?? null;
  const object = address === null ? null : scope.reader.objectAt(address);
  const place = object?.live && address !== null ? { object, offset: Number(address) - object.address } : null;
  return { type: e.type, content, place, address, bits: e.bits, reader: scope.reader };
}

/** An lvalue in memory. Throws if it is a register, or not an lvalue, or not the inside of a live object. */
export function resolveObject(
  frame: Frame,
  text: string,
): {
  readonly object: MemoryObject;
  readonly offset: number;
  readonly size: number;
  readonly type: SourceType | null;
  readonly bits: BitRange | null;
} {
  const scope = new NameScope(frame);
  const e = elaborate(parsed(text, scope), scope);
  if (e.register !== null) refuse(`${e.register} is in a register: only its thread sees it, and it has no address`, e.at);
  if (e.address === null) return refuse("this is not an object: name a variable, a member or an element", e.at);
  const address = e.address();
  const size = e.bits === null ? scope.sizeAt(e.type, () => address) : Math.ceil((e.bits.offset + e.bits.width) / 8);
  if (size === 0 && bytesOf(e.type) === 0) refuse(`the size of ${spell(e.type)} is not known`, e.at);
  const { place } = scope.reader.locate(address, size, e.at);
  if (place === null) return refuse("this is not yet an object of the program: the thread has not used it", e.at);
  return { ...place, size, type: e.type, bits: e.bits };
}

/** Whether a condition holds. A frame that has open reads is told for which inputs it holds or fails alike. */
export function isConditionTrue(frame: Frame, text: string): boolean {
  const { reads } = frame;
  if (reads === undefined) return isTrue(evaluate(frame, text));
  const scope = new NameScope(frame);
  return isTrueFor(parsed(text, scope), scope, reads);
}

/** Whether the value, as a condition, holds. */
export function isTrue(value: CValue): boolean {
  return truth(value.content, 0);
}
