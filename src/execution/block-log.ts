// The blocks that the current step has passed, in order, as the code of a machine that notes blocks reports them (compile/function.ts); and values of
// operands that terms may not express (program/noted-operands.ts).
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

/** A thread performs an operation, counted within its function, with these values. */
export interface ValueEntry {
  readonly thread: number;
  readonly depth: number;
  readonly operation: number;
  /** So many blocks were entered before. */
  readonly after: number;
  readonly values: readonly bigint[];
}

type NotingThread = { readonly index: number; readonly depth: number };

export class BlockLog {
  readonly entries: BlockEntry[] = [];
  readonly values: ValueEntry[] = [];

  enter(t: NotingThread, fn: number, block: number): void {
    this.entries.push({ thread: t.index, function: fn, block, depth: t.depth });
  }

  note(t: NotingThread, operation: number, values: readonly bigint[]): void {
    this.values.push({ thread: t.index, depth: t.depth, operation, values, after: this.entries.length });
  }

  clear(): void {
    if (this.entries.length > 0) this.entries.length = 0;
    if (this.values.length > 0) this.values.length = 0;
  }
}
