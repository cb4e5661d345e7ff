// Adds lifetime marks for compound literals, which live as long as the block around them; clang marks only variables. In: blocks, and the lexical
// blocks of debug locations. Out: the blocks, with marks where control enters and leaves a literal's lexical block.
//
// The debug location of an instruction says which lexical block it is in; that of a branch does not, since clang gives it the location of the
// statement around. Control enters a lexical block on an edge (or between two instructions) from outside to inside, and leaves it in the other
// direction. In C a block is entered at its start, unless a jump leads into it: if edges enter at different instructions, the locations cannot be
// trusted, and the literal gets no marks.

import { successors } from "../llvm/control-flow.ts";
import type { Block, Instruction, MetadataRef } from "../llvm/module.ts";
import { collectUses } from "./uses.ts";

/** The lexical blocks around a location, innermost first; the last one is the function. */
export type ScopesOf = (location: MetadataRef) => readonly MetadataRef[];

export const isLiteral = (name: string): boolean => name.startsWith(".compoundliteral");

export function withLiteralScopes(blocks: readonly Block[], scopesOf: ScopesOf): readonly Block[] {
  const literals = (blocks[0]?.instructions ?? []).flatMap((i) =>
    i.op === "alloca" && i.result !== null && isLiteral(i.result) ? [i.result] : [],
  );
  if (literals.length === 0) return blocks;
  const uses = collectUses(blocks);
  let marked = blocks;
  for (const name of literals) {
    const scopes = (uses.get(name) ?? []).flatMap((i) => (i.debug === null ? [] : [scopesOf(i.debug)]));
    const [scope] = scopes[0] ?? [];
    const isInside = scope !== undefined && (scopes[0]?.length ?? 0) > 1 && scopes.every((around) => around.includes(scope));
    if (isInside) marked = new Marking(marked, name, (location) => scopesOf(location).includes(scope)).run() ?? marked;
  }
  return marked;
}

/** An edge of the control flow. */
interface Edge {
  readonly from: Block;
  readonly to: Block;
}

class Marking {
  readonly #byLabel: ReadonlyMap<string, Block>;
  readonly #inside = new Map<string, boolean | null>();
  /** The instructions at which control enters. */
  readonly #entries = new Set<Instruction>();

  constructor(
    readonly blocks: readonly Block[],
    readonly name: string,
    readonly isIn: (location: MetadataRef) => boolean,
  ) {
    this.#byLabel = new Map(blocks.map((b) => [b.label, b]));
  }

  /** Null: the locations cannot be trusted. */
  run(): readonly Block[] | null {
    const within = this.blocks.map((b) => this.#markWithin(b));
    const edges = this.blocks.flatMap((from) =>
      [...new Set(successors(from))].map((label) => ({ from, to: this.#byLabel.get(label) as Block })),
    );
    const crossing: { edge: Edge; begins: boolean }[] = [];
    for (const edge of edges) {
      const [before, after] = [this.#isInsideAtEnd(edge.from), this.#isInsideAt(edge.to)];
      if (before === null || after === null) return null;
      if (before === after) continue;
      crossing.push({ edge, begins: after });
      if (after) this.#entries.add(this.#firstLocated(edge.to) as Instruction);
    }
    if (this.#entries.size !== 1) return null;
    return crossing.reduce<readonly Block[]>((all, { edge, begins }) => this.#markEdge(all, edge, begins), within);
  }

  #mark(begins: boolean, debug: Instruction["debug"]): Instruction {
    return { op: "lifetime", begins, address: { kind: "local", name: this.name }, result: null, debug };
  }

  /** A block with marks between instructions of which one is inside and the next outside, or the other way round. */
  #markWithin(block: Block): Block {
    const instructions: Instruction[] = [];
    let isInside: boolean | null = null;
    let last: Instruction["debug"] = null;
    for (const i of block.instructions) {
      if (isLocated(i)) {
        const now = this.isIn(i.debug as MetadataRef);
        if (isInside !== null && now !== isInside) {
          instructions.push(this.#mark(now, now ? i.debug : last));
          if (now) this.#entries.add(i);
        }
        isInside = now;
        last = i.debug;
      }
      instructions.push(i);
    }
    return { ...block, instructions };
  }

  #isInsideAtEnd(block: Block): boolean | null {
    const last = block.instructions.findLast(isLocated);
    return last === undefined ? this.#isInsideAt(block) : this.isIn(last.debug as MetadataRef);
  }

  /** Whether the next located instruction is inside. Null: that depends on the path. */
  #isInsideAt(block: Block): boolean | null {
    const first = block.instructions.find(isLocated);
    if (first !== undefined) return this.isIn(first.debug as MetadataRef);
    const known = this.#inside.get(block.label);
    if (known !== undefined) return known;
    this.#inside.set(block.label, null); // while open: a cycle without located instructions
    const [next, ...others] = successors(block).map((label) => this.#isInsideAt(this.#byLabel.get(label) as Block));
    const answer = next === undefined ? false : others.every((x) => x === next) ? next : null;
    this.#inside.set(block.label, answer);
    return answer;
  }

  /** The first located instruction, through blocks that have none. */
  #firstLocated(block: Block): Instruction | undefined {
    const seen = new Set<Block>();
    for (let b: Block | undefined = block; b !== undefined && !seen.has(b); b = this.#byLabel.get(successors(b)[0] ?? "")) {
      seen.add(b);
      const first = b.instructions.find(isLocated);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  /** Adds a block on the edge that only begins or ends the scope. */
  #markEdge(blocks: readonly Block[], { from, to }: Edge, begins: boolean): readonly Block[] {
    const label = `${from.label}.to.${to.label}.${this.name}`;
    const debug = (begins ? this.#firstLocated(to) : from.instructions.findLast((i) => i.debug !== null))?.debug ?? null;
    const instructions: Instruction[] = [this.#mark(begins, debug), { op: "br", target: to.label, result: null, debug: null }];
    const changed = blocks.map((b) => {
      if (b.label === from.label)
        return { ...b, instructions: [...b.instructions.slice(0, -1), redirected(b.instructions.at(-1) as Instruction, to.label, label)] };
      if (b.label !== to.label || b.instructions[0]?.op !== "phi") return b;
      return { ...b, instructions: b.instructions.map((i) => withPredecessor(i, from.label, label)) };
    });
    return [...changed, { label, instructions }];
  }
}

/** Whether the location of the instruction says where the program is. Declarations and branches have locations of other things. */
function isLocated(i: Instruction): boolean {
  if (i.op === "lifetime" && i.address.kind === "local" && isLiteral(i.address.name)) return false; // added here
  return (
    i.debug !== null && i.op !== "declare-variable" && i.op !== "br" && i.op !== "condbr" && i.op !== "switch" && i.op !== "indirectbr"
  );
}

function redirected(i: Instruction, from: string, to: string): Instruction {
  const rename = (label: string): string => (label === from ? to : label);
  switch (i.op) {
    case "br":
      return { ...i, target: rename(i.target) };
    case "condbr":
      return { ...i, then: rename(i.then), otherwise: rename(i.otherwise) };
    case "switch":
      return { ...i, fallback: rename(i.fallback), cases: i.cases.map((c) => ({ ...c, target: rename(c.target) })) };
    default:
      return i; // not an `indirectbr`: clang's block for it has no located instruction, so it is on the same side as all its targets
  }
}

const withPredecessor = (i: Instruction, from: string, to: string): Instruction =>
  i.op === "phi" ? { ...i, incoming: i.incoming.map((x) => (x.block === from ? { ...x, block: to } : x)) } : i;
