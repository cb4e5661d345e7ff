// Which C variable a local of LLVM is. In: the blocks of a function. Out: the variables by local, and of those that live in registers or at an address in
// a register, which.

import type { FunctionBody } from "../../program/program.ts";
import type { Block, MetadataRef } from "../llvm/module.ts";

export interface DeclaredVariables {
  /** By local: the variable that it is. */
  readonly own: ReadonlyMap<string, number>;
  /** By local: the variable to which it holds a pointer, as for results returned in memory. */
  readonly pointed: ReadonlyMap<string, number>;
}

/** `number`: of a variable; -1: none. */
export function findDeclared(blocks: readonly Block[], number: (ref: MetadataRef) => number): DeclaredVariables {
  const own = new Map<string, number>();
  const pointed = new Map<string, number>();
  for (const block of blocks)
    for (const i of block.instructions) {
      if (i.op !== "declare-variable" || i.address.kind !== "local") continue;
      const variable = number(i.variable);
      if (variable >= 0) (i.indirect ? pointed : own).set(i.address.name, variable);
    }
  return { own, pointed };
}

/** `registers`: of locals; `parameters`: of pointers that are parameters. A struct passed in memory is declared at its parameter. */
export function describeLocals(
  { own, pointed }: DeclaredVariables,
  registers: ReadonlyMap<string, number>,
  parameters: ReadonlyMap<string, number>,
): Pick<FunctionBody, "locals" | "addressed"> {
  const inRegister = (variables: ReadonlyMap<string, number>, held: ReadonlyMap<string, number>) =>
    [...held].flatMap(([name, register]) => {
      const variable = variables.get(name);
      return variable === undefined ? [] : [{ register, variable }];
    });
  const addressed = [...inRegister(own, parameters), ...inRegister(pointed, registers)];
  return { locals: inRegister(own, registers), ...(addressed.length === 0 ? {} : { addressed }) };
}
