// Freedoms of the environment that steps may meet although no run has executed them. In: a task, and whether such steps compute with addresses. Out: those that they compute with, or that
// some function which can be reached asks for.

import { findReachableFunctions } from "../../analysis/reachable-functions.ts";
import { type Freedom, freedoms, isAboutAddresses } from "../../execution/freedoms.ts";
import type { Operation } from "../../program/operations.ts";
import { bodyIfSupported } from "../../program/program.ts";
import type { SymexTask } from "./options.ts";
import type { Reduction } from "./reduction.ts";

export function findUnseenFreedoms(
  { program, machine }: Pick<SymexTask, "program" | "machine">,
  reduction: Pick<Reduction, "usesAddresses"> | null,
): readonly Freedom[] {
  const reachable = findReachableFunctions(program);
  const bodies = program.functions.filter((f) => !f.external && (reachable?.has(f.id) ?? true)).map((f) => bodyIfSupported(f));
  const asks = (is: (o: Operation) => boolean): boolean =>
    bodies.some((body) => body === null || body.blocks.some((b) => b.operations.some(is)));
  return freedoms
    .filter(({ freedom, option }) => {
      if (machine.freedoms.has(freedom)) return false;
      if (isAboutAddresses(freedom)) return reduction?.usesAddresses === true;
      const isWeak = (o: Operation): boolean => freedom === "spurious" && o.op === "compare-exchange" && o.weak;
      return asks((o) => isWeak(o) || (o.op === "option" && (o.which.kind !== "integer" || Number(o.which.value) === option)));
    })
    .map((f) => f.freedom);
}
