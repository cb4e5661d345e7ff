// Single operations carried out by the executor's generated code: the reference that terms must agree with.

import { Emitter } from "../../../src/execution/compile/emitter.ts";
import { runtime } from "../../../src/execution/compile/runtime.ts";
import { type Operand, register, type Scalar } from "../../../src/program/operations.ts";
import type { FunctionBody } from "../../../src/program/program.ts";

export interface Outcome {
  readonly value: bigint;
  /** A fault (division by zero, bad shift): then the value is meaningless. */
  readonly fault: string | null;
  readonly overflow: boolean;
  /** Of the second result, where there is one. */
  readonly flag: boolean;
}

/**
 * A function of the executor. Register 0 takes the result, 1 a flag, the others the arguments; `emit` writes the operations on them.
 */
export function executed(
  result: Scalar,
  parameters: readonly Scalar[],
  emit: (e: Emitter, args: readonly Operand[]) => void,
): (values: readonly bigint[]) => Outcome {
  const registers: readonly Scalar[] = [result, { kind: "int", bits: 1 }, ...parameters];
  const body = { registers, blocks: [] } as unknown as FunctionBody;
  const emitter = new Emitter(
    body,
    new Set(),
    { overflow: true } as never,
    true,
    null,
    64,
    () => 0,
    () => 0,
  );
  emitter.begin();
  emit(
    emitter,
    parameters.map((_, i) => register(i + 2)),
  );
  const text = emitter.end();
  const code = new Function("R", "F", "D", "X", "W", "T", `const b = 0; ${emitter.declarations()} ${text}`);
  const slots = emitter.slots;
  const R = new Int32Array(emitter.frameSize + 8);
  return (values) => {
    let fault: string | null = null;
    let overflow = false;
    R.fill(0);
    values.forEach((v, i) => {
      const { bits } = parameters[i] as Scalar;
      const at = slots[i + 2] as number;
      if (bits > 64) runtime.store128(R, at, v);
      else if (bits > 32) {
        runtime.split(v);
        R[at] = runtime.low;
        R[at + 1] = runtime.high;
      } else R[at] = Number(v) | 0;
    });
    const violations = {
      noteOverflow: () => {
        overflow = true;
      },
      fault: (_thread: unknown, _at: unknown, kind: string) => {
        fault ??= kind;
        if (kind === "division-by-zero") throw new Error(kind);
      },
    };
    try {
      code(R, null, null, runtime, violations, null);
    } catch (e) {
      if (fault === null) throw e;
    }
    const at = slots[0] as number;
    const value =
      result.bits > 64
        ? runtime.big128(R, at)
        : result.bits > 32
          ? runtime.big64(R[at] as number, R[at + 1] as number)
          : BigInt((R[at] as number) >>> 0);
    return { value, fault, overflow, flag: R[slots[1] as number] === 1 };
  };
}
