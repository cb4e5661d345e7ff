// Calls by another prototype than the definition's, through a cast pointer or without any. In: the call, where it stands, and the body that is called.
// Out: what is used although it was never given: an argument that is not passed, or a result that is not returned. What a register then holds is
// not said by anyone. More arguments than are taken, and results that are dropped, do no harm.

import type { Operation, Register, Scalar } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import type { Liveness } from "./liveness.ts";

interface CallSite {
  readonly call: Operation & { op: "call" };
  readonly body: FunctionBody;
  /** The call's number in the body. */
  readonly operation: number;
  /** A model hands on what a function of the program returns, and does not look at it. */
  readonly library: boolean;
}

/** What is missing, in words; null: nothing that is used. */
export function findMisfit(site: CallSite, callee: FunctionBody, liveIn: (body: FunctionBody) => Liveness): string | null {
  const { call, body, operation, library } = site;
  const isUnpassed = (r: Register, i: number): boolean => !gives(call.argTypes[i], callee.registers[r] as Scalar);
  const isUnreturned = (r: Register, i: number): boolean => !gives(callee.results[i], body.registers[r] as Scalar);
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

/** An integer of another width is there, and is taken as old C without prototypes takes it: extended, or cut. */
const gives = (given: Scalar | undefined, wanted: Scalar): boolean => given?.kind === wanted.kind;
