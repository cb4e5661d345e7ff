// C expressions and values, by the numbers of threads and frames that front ends use. In: a machine, and expressions in a frame of one of its threads. Out: values as they are shown, truth, and
// the bytes of objects.

import type { Machine } from "../execution/machine.ts";
import type { SourceType } from "../program/source-types.ts";
import { fail } from "../support/diagnostics.ts";
import type { Expressions } from "./ask/watchers.ts";
import type { FrameReference, ValueView } from "./contract.ts";
import { evaluate, type Frame, isConditionTrue, isTrue, resolveObject } from "./expressions/evaluate.ts";
import type { BitRange } from "./expressions/value.ts";
import { childrenOf, completionsFor, globalsOf, localsOf, textOf, viewValue } from "./values/view.ts";

/** The bytes of an object, by address, and as what they are shown. */
export interface Region {
  readonly address: number;
  readonly size: number;
  readonly type: SourceType | null;
  readonly bits: BitRange | null;
}

export interface Inspector {
  evaluate(frame: FrameReference, expression: string): ValueView;
  isTrue(frame: FrameReference, expression: string): boolean;
  region(frame: FrameReference, expression: string): Region;
  /** What these bytes hold. */
  show(region: Region): string;
  locals(frame: FrameReference): ValueView[];
  globals(): ValueView[];
  children(frame: FrameReference, expression: string): ValueView[];
  completions(frame: FrameReference, text: string): string[];
}

function regionOf(frame: Frame, text: string): Region {
  const { object, offset, size, type, bits } = resolveObject(frame, text);
  return { address: object.address + offset, size, type, bits };
}

/** As questions use them. */
export const expressions: Expressions = {
  isTrue: (machine, thread, level, text, reads) => isConditionTrue({ machine, thread, level, reads }, text),
  objectOf: (machine, thread, level, text) => regionOf({ machine, thread, level }, text),
};

export function inspectorOf(machine: Machine): Inspector {
  const frameOf = ({ thread: index, level }: FrameReference): Frame => {
    const thread = machine.threads[index];
    return thread === undefined ? fail("RVL601", `there is no thread ${index}`) : { machine, thread, level };
  };
  return {
    evaluate: (frame, expression) => viewValue(frameOf(frame), expression, evaluate(frameOf(frame), expression), expression),
    isTrue: (frame, expression) => isTrue(evaluate(frameOf(frame), expression)),
    region: (frame, expression) => regionOf(frameOf(frame), expression),
    show: ({ address, size, type, bits }) => textOf(machine, address, size, type, bits),
    locals: (frame) => localsOf(frameOf(frame)),
    globals: () => globalsOf(machine),
    children: (frame, expression) => childrenOf(frameOf(frame), expression),
    completions: (frame, text) => completionsFor(frameOf(frame), text),
  };
}
