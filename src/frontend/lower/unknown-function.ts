// Makes the body of a function without a definition, for `--unknown-calls nondet`. In: its name and result type. Out: code that has no
// effect and returns any value: a number is an input; a pointer is null or points to a fresh, uninitialised object. The call is noted
// (execution/freedoms.ts): verdicts hold only if the real function also has no effect.
//
// The arguments of functions that run as threads (`--entry`) come from such functions, which are always called. A number is then any number, and nothing
// needs to be noted; of a pointer it is noted that it leads nowhere else.

import {
  int,
  integer,
  type Operand,
  type Operation,
  type Register,
  register,
  type Scalar,
  unknownArgumentOption,
  unknownCallOption,
  unownedKind,
} from "../../program/operations.ts";
import type { Block, FunctionBody } from "../../program/program.ts";
import type { Type } from "../llvm/module.ts";
import type { Layout, Piece } from "./layout.ts";

/** The size of such an object, whose type is not known. */
const objectBytes = 4096n;

/** How the names of functions begin that make the arguments of threads. No function of C has such a name. */
export const argumentPrefix = "argument ";

export function unknownBody(name: string, result: Type, layout: Layout): FunctionBody {
  const isArgument = name.startsWith(argumentPrefix);
  const value = isArgument ? name : `the result of ${name}`;
  const { pointerBits } = layout;
  const registers: Scalar[] = [];
  const fresh = (type: Scalar): Register => registers.push(type) - 1;
  const blocks: Block[] = [];
  let operations: Operation[] = [];
  const emit = (o: Operation): void => void operations.push(o);

  const input = (bits: number, what: string): Operand => {
    const to = fresh(int(64));
    emit({ op: "input", bits: integer(BigInt(bits), 32), what, first: null, last: null, to, at: 0 });
    return register(to);
  };
  const convert = (conversion: "trunc" | "image", from: Operand, source: Scalar, target: Scalar): Operand => {
    const to = fresh(target);
    emit({ op: "convert", conversion, from, source, target, to, at: 0 });
    return register(to);
  };
  const number = ({ scalar }: Piece): Operand => {
    const image = int(scalar.bits);
    const bits = scalar.bits === 64 ? input(64, value) : convert("trunc", input(scalar.bits, value), int(64), image);
    return scalar.kind === "int" ? bits : convert("image", bits, image, scalar);
  };
  /** Ends the block; the object is allocated in a block of its own. */
  const pointer = (): Operand => {
    const to = fresh(int(pointerBits));
    const isThere = convert("trunc", input(1, isArgument ? `${name} is an object` : `${name} returns an object`), int(64), int(1));
    emit({ op: "move", to, type: int(pointerBits), from: integer(0n, pointerBits), at: 0 });
    const here = blocks.length;
    blocks.push({ operations, terminator: { op: "branch", condition: isThere, then: here + 1, otherwise: here + 2, at: 0 } });
    const size = integer(objectBytes, pointerBits);
    const align = integer(16n, pointerBits);
    const allocation: Operation = { op: "heap-allocate", size, align, internal: integer(BigInt(unownedKind), 32), to, at: 0 };
    blocks.push({ operations: [allocation], terminator: { op: "jump", target: here + 2, at: 0 } });
    operations = [];
    return register(to);
  };

  const pieces = layout.isKnown(result) ? layout.pieces(result) : [];
  const option = isArgument ? unknownArgumentOption : unknownCallOption;
  if (!isArgument || pieces.some((p) => p.isPointer)) emit({ op: "option", which: integer(BigInt(option), 32), to: fresh(int(32)), at: 0 });
  const values = pieces.map((p) => (p.isPointer ? pointer() : number(p)));
  const results = pieces.map((p) => p.scalar);
  blocks.push({ operations, terminator: { op: "return", values, types: results, at: 0 } });
  return { params: [], registers, results, blocks, locals: [] };
}
