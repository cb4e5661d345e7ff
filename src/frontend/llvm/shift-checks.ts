// Finds the left shifts that are signed. In: blocks that clang made with -fsanitize=shift-base. Out: the blocks without the checks, in which
// the shifts that were checked have the flag `nsw`.
//
// LLVM has one left shift for signed and unsigned numbers, and clang gives it no `nsw`. The sanitizer checks the shifted value before signed shifts only:
//
//   %in = icmp ule %n, 31;  br %in, check, cont        the amount is not checked here
//   check:  …; %fits = icmp eq …, 0;  br cont
//   cont:   %ok = phi [true, …], [%fits, check];  br %ok, next, trap
//   trap:   call llvm.ubsantrap
//   next:   %r = shl …
//
// Clang folds a shift of constants, so that `next` does not have it. Then `%fits` is a constant; if it is false, a shift that overflows
// replaces the check.

import type { Block, Instruction, Value } from "./module.ts";

type Phi = Instruction & { readonly op: "phi" };

interface Check {
  /** The blocks that only belong to the check. */
  readonly own: readonly Block[];
  readonly next: Block;
  /** Whether the shifted value fits: a constant, or a local that holds the result. */
  readonly fits: Value;
  readonly debug: Instruction["debug"];
}

export function foldShiftChecks(blocks: readonly Block[]): readonly Block[] {
  if (!blocks.some(isTrap)) return blocks;
  const byLabel = new Map(blocks.map((b) => [b.label, b]));
  const gone = new Set<string>();
  /** By label: the block to whose end a block was moved. */
  const movedTo = new Map<string, string>();
  const kept: Block[] = [];
  for (const block of blocks) {
    if (gone.has(block.label)) continue;
    let instructions = block.instructions;
    for (let check = findCheck(instructions, byLabel); check !== null; check = findCheck(instructions, byLabel)) {
      const rest = marked(check);
      if (rest === null) break;
      for (const { label } of [...check.own, check.next]) gone.add(label);
      movedTo.set(check.next.label, block.label);
      instructions = [...withoutBranch(instructions), ...rest];
    }
    kept.push({ label: block.label, instructions });
  }
  const place = (label: string): string => movedTo.get(label) ?? label;
  return kept
    .filter((b) => !gone.has(b.label))
    .map((b) => ({ label: b.label, instructions: b.instructions.map((i) => (isTrapCall(i) ? unknownTrap(i) : renamed(i, place))) }));
}

const isTrapCall = (i: Instruction | undefined): boolean =>
  i?.op === "call" && i.callee.kind === "global" && i.callee.name === "llvm.ubsantrap";

const isTrap = (b: Block | undefined): boolean => isTrapCall(b?.instructions[0]);

/** A check of another form: whether the shift is signed is not known, so that it is unsupported. */
const unknownTrap = (i: Instruction): Instruction => ({ op: "unsupported", text: "a check of a shift", result: null, debug: i.debug });

function findCheck(instructions: readonly Instruction[], byLabel: ReadonlyMap<string, Block>): Check | null {
  const branch = instructions.at(-1);
  if (branch?.op !== "condbr") return null;
  const [check, cont] = [byLabel.get(branch.then), byLabel.get(branch.otherwise)];
  const [phi, choice] = cont?.instructions ?? [];
  if (check === undefined || cont === undefined || phi?.op !== "phi" || choice?.op !== "condbr") return null;
  const [next, trap] = [byLabel.get(choice.then), byLabel.get(choice.otherwise)];
  const fits = valueFrom(phi, check.label);
  if (next === undefined || trap === undefined || !isTrap(trap) || fits === null || !isLocal(choice.condition, phi.result)) return null;
  return { own: [check, cont, trap], next, fits, debug: choice.debug };
}

const valueFrom = (phi: Phi, block: string): Value | null => phi.incoming.find((i) => i.block === block)?.value ?? null;

const isLocal = (value: Value, name: string | null): boolean => value.kind === "local" && value.name === name;

/** The instructions after the check, with the flag. Null: the shift was not found. */
function marked({ next, fits, debug }: Check): readonly Instruction[] | null {
  if (fits.kind === "int") return fits.value === 0n ? [overflowing(next.label, debug), ...next.instructions] : next.instructions;
  const [shift, ...others] = next.instructions;
  return shift?.op === "binary" && shift.operator === "shl" ? [{ ...shift, nsw: true }, ...others] : null;
}

/** A shift of constants that overflows, 1 << 31. */
function overflowing(label: string, debug: Instruction["debug"]): Instruction {
  const [left, right]: Value[] = [
    { kind: "int", value: 1n },
    { kind: "int", value: 31n },
  ];
  const flags = { nsw: true, nuw: false, exact: false };
  return {
    op: "binary",
    operator: "shl",
    type: { kind: "int", bits: 32 },
    left: left as Value,
    right: right as Value,
    ...flags,
    result: `${label}.overflow`,
    debug,
  };
}

/** The branch to the check, and the comparison it is by. */
function withoutBranch(instructions: readonly Instruction[]): readonly Instruction[] {
  const branch = instructions.at(-1) as Instruction & { readonly op: "condbr" };
  const comparison = instructions.at(-2);
  const isItsOwn = comparison?.op === "icmp" && isLocal(branch.condition, comparison.result);
  return instructions.slice(0, isItsOwn ? -2 : -1);
}

function renamed(i: Instruction, place: (label: string) => string): Instruction {
  return i.op === "phi" ? { ...i, incoming: i.incoming.map(({ value, block }) => ({ value, block: place(block) })) } : i;
}
