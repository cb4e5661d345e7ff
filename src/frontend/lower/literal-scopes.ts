// Marks for compound literals, which live as long as the block they stand in and for which clang sets none. In: blocks, and the lexical blocks that places
// are in. Out: the same with a mark where control enters a literal's lexical block and marks where it leaves it.
//
// Instructions say by their places which lexical block they are in; branches do not, since clang gives them the place of the statement around. Control enters a
// lexical block on an edge (or between two instructions) from outside to inside, and leaves it on one the other way round. C enters a block at its begin
// only, unless something jumps into it: where edges enter at different instructions the places cannot be trusted, and the literal gets no marks.

import { successors } from "../llvm/control-flow.ts";
import type { Block, Instruction, MetadataRef } from "../llvm/module.ts";
import { collectUses } from "./uses.ts";

/** The lexical blocks around a place, innermost first; the last one is the function. */
export type ScopesOf = (place: MetadataRef) => readonly MetadataRef[];

export const isLiteral = (name: string): boolean => name.startsWith(".compoundliteral");

export function withLiteralScopes(blocks: readonly Block[], scopesOf: ScopesOf): readonly Block[] {
  const literals = (blocks[0]?.instructions ?? []).flatMap((i) =>
    i.op === "alloca" && i.result !== null && isLiteral(i.result) ? [i.result] : [],
  );
  if (literals.length === 0) return blocks;
  const uses = collectUses(blocks);
  let marked = blocks;
  for (const name of literals) {
    const places = (uses.get(name) ?? []).flatMap((i) => (i.debug === null ? [] : [scopesOf(i.debug)]));
    const [scope] = places[0] ?? [];
    const isInside = scope !== undefined && (places[0]?.length ?? 0) > 1 && places.every((around) => around.includes(scope));
    if (isInside) marked = new Marking(marked, name, (place) => scopesOf(place).includes(scope)).run() ?? marked;
  }
  return marked;
}

/** Where control comes from and goes to. */
interface Edge {
  readonly from: Block;
  readonly to: Block;
}

class Marking {
  readonly #byLabel: ReadonlyMap<string, Block>;
  readonly #inside = new Map<string, boolean | null>();
  /** The instructions that control comes to when it enters. */
  readonly #entries = new Set<Instruction>();

  constructor(
    readonly blocks: readonly Block[],
    readonly name: string,
    readonly isIn: (place: MetadataRef) => boolean,
  ) {
    this.#byLabel = new Map(blocks.map((b) => [b.label, b]));
  }

  /** Null: the places cannot be trusted. */
  run(): readonly Block[] | null {
    const within = this.blocks.map((b) => this.#markWithin(b));
    const edges = this.blocks.flatMap((from) =>
      [...new Set(successors(from))].map((label) => ({ from, to: this.#byLabel.get(label) as Block })),
    );
    const crossing: { edge: Edge; begins: boolean }[] = [];
    for (const edge of edges) {
      const [before, behind] = [this.#isInsideAtEnd(edge.from), this.#isInsideAt(edge.to)];
      if (before === null || behind === null) return null;
      if (before === behind) continue;
      crossing.push({ edge, begins: behind });
      if (behind) this.#entries.add(this.#firstPlaced(edge.to) as Instruction);
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
      if (isPlaced(i)) {
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
    const last = block.instructions.findLast(isPlaced);
    return last === undefined ? this.#isInsideAt(block) : this.isIn(last.debug as MetadataRef);
  }

  /** Is what comes first from here on inside? Null: that depends on where control goes. */
  #isInsideAt(block: Block): boolean | null {
    const first = block.instructions.find(isPlaced);
    if (first !== undefined) return this.isIn(first.debug as MetadataRef);
    const known = this.#inside.get(block.label);
    if (known !== undefined) return known;
    this.#inside.set(block.label, null); // while open: a circle in which nothing happens
    const [next, ...others] = successors(block).map((label) => this.#isInsideAt(this.#byLabel.get(label) as Block));
    const answer = next === undefined ? false : others.every((x) => x === next) ? next : null;
    this.#inside.set(block.label, answer);
    return answer;
  }

  /** The first instruction with a place, through blocks that have none. */
  #firstPlaced(block: Block): Instruction | undefined {
    const seen = new Set<Block>();
    for (let b: Block | undefined = block; b !== undefined && !seen.has(b); b = this.#byLabel.get(successors(b)[0] ?? "")) {
      seen.add(b);
      const first = b.instructions.find(isPlaced);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  /** A block of its own on the edge, which does nothing but begin or end the scope. */
  #markEdge(blocks: readonly Block[], { from, to }: Edge, begins: boolean): readonly Block[] {
    const label = `${from.label}.to.${to.label}.${this.name}`;
    const debug = (begins ? this.#firstPlaced(to) : from.instructions.findLast((i) => i.debug !== null))?.debug ?? null;
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

/** Does its place say where the program is? Declarations and branches have places of other things. */
function isPlaced(i: Instruction): boolean {
  if (i.op === "lifetime" && i.address.kind === "local" && isLiteral(i.address.name)) return false; // set here
  return (
    i.debug !== null && i.op !== "declare-variable" && i.op !== "br" && i.op !== "condbr" && i.op !== "switch" && i.op !== "indirectbr"
  );
}

function redirected(i: Instruction, from: string, to: string): Instruction {
  const place = (label: string): string => (label === from ? to : label);
  switch (i.op) {
    case "br":
      return { ...i, target: place(i.target) };
    case "condbr":
      return { ...i, then: place(i.then), otherwise: place(i.otherwise) };
    case "switch":
      return { ...i, fallback: place(i.fallback), cases: i.cases.map((c) => ({ ...c, target: place(c.target) })) };
    default:
      return i;
  }
}

const withPredecessor = (i: Instruction, from: string, to: string): Instruction =>
  i.op === "phi" ? { ...i, incoming: i.incoming.map((x) => (x.block === from ? { ...x, block: to } : x)) } : i;
