// The blocks that the current step has passed, in order, as the code of a machine that notes blocks reports them (compile/function.ts); and values of
// operands that terms may not express (program/noted-operands.ts).
//
// A step may pass blocks of several threads: it runs a thread that it starts up to that thread's first step. Probes are not noted. An attempt that
// is undone does not belong to the run; it is set aside for those who want to know where the thread would have waited.

/** A thread has entered a block. Block 0 of a function is where a call begins: no jump of the function itself leads there. */
export interface BlockEntry {
  readonly thread: number;
  readonly function: number;
  readonly block: number;
  /** Frames below the one of the block; a jump out of several functions makes it smaller. */
  readonly depth: number;
  /** It is entered by `longjmp`, after a `setjmp` in it; null: at its beginning. */
  readonly jump: Jump | null;
}

/** A `longjmp`: from the operation of a frame (of so many below it) to after the operation `to`. Operations are counted within their functions. */
export interface Jump {
  readonly depth: number;
  readonly operation: number;
  readonly to: number;
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

/** A step that was tried with the decisions of the run, and undone because it has to wait. */
export interface UndoneAttempt {
  readonly blocks: readonly BlockEntry[];
  readonly values: readonly ValueEntry[];
}

type NotingThread = { readonly index: number; readonly depth: number };

type Open<T> = { -readonly [K in keyof T]: T[K] };

export class BlockLog {
  /** The first `length` count; the others are of earlier steps, and used again. */
  readonly #entries: Open<BlockEntry>[] = [];
  #length = 0;
  readonly values: ValueEntry[] = [];
  #undone: UndoneAttempt | null = null;

  get length(): number {
    return this.#length;
  }

  /** Valid until the log is cleared. */
  at(index: number): BlockEntry {
    return this.#entries[index] as BlockEntry;
  }

  enter(t: NotingThread, fn: number, block: number, jump: Jump | null = null): void {
    if (this.#length === this.#entries.length) this.#entries.push({ thread: 0, function: 0, block: 0, depth: 0, jump: null });
    const entry = this.#entries[this.#length++] as Open<BlockEntry>;
    entry.thread = t.index;
    entry.function = fn;
    entry.block = block;
    entry.depth = t.depth;
    entry.jump = jump;
  }

  note(t: NotingThread, operation: number, values: readonly bigint[]): void {
    this.values.push({ thread: t.index, depth: t.depth, operation, values, after: this.#length });
  }

  /** What is noted is undone. */
  setAside(): void {
    const blocks = this.#entries.slice(0, this.#length).map((e) => ({ ...e }));
    this.#undone = { blocks, values: this.values.slice() };
  }

  /** The attempt that was undone since the last call, if any. */
  takeUndone(): UndoneAttempt | null {
    const undone = this.#undone;
    this.#undone = null;
    return undone;
  }

  clear(): void {
    this.#length = 0;
    if (this.values.length > 0) this.values.length = 0;
  }
}
