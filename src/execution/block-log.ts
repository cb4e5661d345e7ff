// The blocks that the current step has passed, in order, as the code of a machine that notes blocks reports them (compile/function.ts).
//
// A step may pass blocks of several threads: it runs a thread that it starts up to that thread's first step. Probes are not noted; an
// attempt that was undone is cleared with the step that follows it.

/** A thread has entered a block. Block 0 of a function is where a call begins: no jump leads there. */
export interface BlockEntry {
  readonly thread: number;
  readonly function: number;
  readonly block: number;
  /** Frames below the one of the block; a jump out of several functions makes it smaller. */
  readonly depth: number;
}

export class BlockLog {
  readonly entries: BlockEntry[] = [];

  enter(t: { readonly index: number; readonly depth: number }, fn: number, block: number): void {
    this.entries.push({ thread: t.index, function: fn, block, depth: t.depth });
  }

  clear(): void {
    if (this.entries.length > 0) this.entries.length = 0;
  }
}
