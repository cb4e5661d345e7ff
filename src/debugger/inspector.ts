// What a session needs of C expressions and values. In: a machine, and expressions in a frame of one of its threads. Out: values as they are shown, truth, and the bytes of objects.

import type { Machine } from "../execution/machine.ts";
import type { SourceType } from "../program/source-types.ts";
import { diagnostic, RavelError } from "../support/diagnostics.ts";
import type { Expressions } from "./ask/watchers.ts";
import type { FrameReference, ValueView } from "./contract.ts";

/** The bytes of an object, by address, and as what they are shown. */
export interface Region {
  readonly address: number;
  readonly size: number;
  readonly type: SourceType | null;
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

const refuse = (): never => {
  throw new RavelError([diagnostic("RVL601", "expressions are not supported yet")]);
};

export const expressions: Expressions = { isTrue: refuse, objectOf: refuse };

export function inspectorOf(machine: Machine): Inspector {
  return {
    evaluate: refuse,
    isTrue: refuse,
    region: (_, expression) => {
      const g = machine.program.objects.find((o) => o.name === expression && !o.threadLocal);
      return g === undefined ? refuse() : { address: Number(g.address), size: g.size, type: g.type };
    },
    show: ({ address, size }) => {
      const { memory } = machine;
      const o = memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
      if (o === null) return "?";
      const bytes = o.region.bytes.subarray(o.start + address - o.address, o.start + address - o.address + size);
      return String(bytes.reduceRight((n, b) => n * 256 + b, 0));
    },
    locals: () => [],
    globals: () => [],
    children: () => [],
    completions: () => [],
  };
}
