// Where a change that is not a word of memory says how it is taken back.

/** Puts back what a change of `target` replaced. One function per kind of change, not one per change: changes are many. */
export type TakeBack<T, V> = (target: T, before: V) => void;

export interface UndoLog {
  /** Remembers how to take a change back; and which bytes of a region it is about, if any. */
  onUndo<T, V>(takeBack: TakeBack<T, V>, target: T, before: V, region?: number, start?: number, end?: number): void;
}
