// Gives each jump out of a scope its own path. In: blocks with marks where the scopes of locals end. Out: equivalent blocks.
//
// The mark at its end is a cleanup to clang, which leads all jumps out of the scope through one block:
//
//   break:     store 2, %cleanup.dest.slot;  br cleanup
//   return:    store 1, %cleanup.dest.slot;  br cleanup
//   cleanup:   lifetime.end %x;  %to = load %cleanup.dest.slot;  switch %to, …
//
// Every analysis and every formula would merge the paths there and split them again. A block that only ends scopes is therefore copied for
// each number that is stored before it. Blocks that do more (free arrays of variable length, call functions for `__attribute__((cleanup))`) also
// exist without marks, and remain.

import { reachableFrom } from "./control-flow.ts";
import type { Block, Instruction } from "./module.ts";

const slotName = "cleanup.dest.slot";

export function straightenCleanups(blocks: readonly Block[]): readonly Block[] {
  const hasMarks = blocks.some((b) => b.instructions.some((i) => i.op === "lifetime"));
  return hasMarks ? withoutUnreadSlot(new Straightening(blocks).run()) : blocks;
}

/** A block that ends scopes and then jumps, always to the same block or to one that depends on the slot. */
interface Cleanup {
  readonly ends: readonly Instruction[];
  readonly next: (number: bigint) => string;
}

class Straightening {
  readonly #byLabel: ReadonlyMap<string, Block>;
  readonly #copies = new Map<string, Block>();

  constructor(readonly blocks: readonly Block[]) {
    this.#byLabel = new Map(blocks.map((b) => [b.label, b]));
  }

  run(): readonly Block[] {
    const redirected = this.blocks.map((b) => this.#redirect(b));
    const all = [...redirected, ...this.#copies.values()];
    const reached = reachableFrom(new Map(all.map((b) => [b.label, b])), [all[0]?.label ?? ""]);
    return all.filter((b) => reached.has(b.label) || this.#cleanupAt(b.label) === null);
  }

  /** If the block stores a number in the slot and jumps, it now jumps to where the number leads. */
  #redirect(block: Block): Block {
    const last = block.instructions.at(-1);
    if (last?.op !== "br") return block;
    const stored = block.instructions.findLast((i) => i.op === "store" && isSlot(i.address));
    if (stored?.op !== "store" || stored.value.value.kind !== "int") return block;
    const target = this.#follow(last.target, stored.value.value.value);
    return target === last.target ? block : { ...block, instructions: [...block.instructions.slice(0, -1), { ...last, target }] };
  }

  /** The target of a jump to a block with this number in the slot: a copy of the block, if it is a cleanup. */
  #follow(label: string, number: bigint): string {
    const cleanup = this.#cleanupAt(label);
    if (cleanup === null) return label;
    const next = cleanup.next(number);
    if (this.#byLabel.get(next)?.instructions[0]?.op === "phi") return label; // a phi names its predecessors
    const name = `${label}.to.${number}`;
    if (!this.#copies.has(name)) {
      this.#copies.set(name, { label: name, instructions: [] }); // while open: a cycle returns to it
      const jump: Instruction = { op: "br", target: this.#follow(next, number), result: null, debug: null };
      this.#copies.set(name, { label: name, instructions: [...cleanup.ends, jump] });
    }
    return name;
  }

  #cleanupAt(label: string): Cleanup | null {
    const instructions = this.#byLabel.get(label)?.instructions ?? [];
    const ends = instructions.filter((i) => i.op === "lifetime" && !i.begins);
    if (ends.length === 0) return null;
    const rest = instructions.slice(ends.length); // in a cleanup the ends come first
    const [first, second] = rest;
    if (rest.length === 1 && first?.op === "br") return { ends, next: () => first.target };
    if (rest.length !== 2 || first?.op !== "load" || !isSlot(first.address) || second?.op !== "switch") return null;
    if (second.on.value.kind !== "local" || second.on.value.name !== first.result) return null;
    return { ends, next: (number) => second.cases.find((c) => c.value === number)?.target ?? second.fallback };
  }
}

const isSlot = (address: { readonly kind: string; readonly name?: string }): boolean =>
  address.kind === "local" && address.name === slotName;

/** Removes the slot and the stores to it if it is no longer read. */
function withoutUnreadSlot(blocks: readonly Block[]): readonly Block[] {
  if (blocks.some((b) => b.instructions.some((i) => i.op === "load" && isSlot(i.address)))) return blocks;
  const isOfSlot = (i: Instruction): boolean => (i.op === "alloca" && i.result === slotName) || (i.op === "store" && isSlot(i.address));
  return blocks.map((b) => (b.instructions.some(isOfSlot) ? { ...b, instructions: b.instructions.filter((i) => !isOfSlot(i)) } : b));
}
