// Checks a call whose types differ from the definition's: through a cast pointer, or without a prototype. In: the call and the body of the
// callee. Out: what is used but never given: an argument that is not passed, or a result that is not returned.
//
// Such a value is undefined. Extra arguments and unused results are harmless.

import type { Operation, Register, Scalar } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import type { Liveness } from "./liveness.ts";

interface CallSite {
  readonly call: Operation & { op: "call" };
  readonly body: FunctionBody;
  /** The call's number in the body. */
  readonly operation: number;
  /** The caller is a model: it passes on what a function of the program returns and does not use it. */
  readonly library: boolean;
}

/** The mismatch in words, to follow "a call to f"; null: nothing that is missing is used. */
export function findCallMismatch(site: CallSite, callee: FunctionBody, liveIn: (body: FunctionBody) => Liveness): string | null {
  const { call, body, operation, library } = site;
  const isUnpassed = (r: Register, i: number): boolean => !isConvertible(call.argTypes[i], callee.registers[r] as Scalar);
  const isUnreturned = (r: Register, i: number): boolean => !isConvertible(callee.results[i], body.registers[r] as Scalar);
  const unpassed = callee.params.filter(isUnpassed);
  if (unpassed.length > 0) {
    const used = liveIn(callee).before(0);
    if (unpassed.some((r) => used.includes(r))) return "with other arguments than it uses";
  }
  const unreturned = library ? [] : call.results.filter(isUnreturned);
  if (unreturned.length > 0) {
    const used = liveIn(body).before(operation + 1);
    if (unreturned.some((r) => used.includes(r))) return "by a type with another result";
  }
  return null;
}

/** An integer of another width is extended or truncated, as in old C without prototypes; one of 128 bits is not one of two registers. */
const isConvertible = (given: Scalar | undefined, wanted: Scalar): boolean =>
  given?.kind === wanted.kind && (given.bits === wanted.bits || (given.bits <= 64 && wanted.bits <= 64));
