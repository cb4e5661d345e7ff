// The interface by which a change that is not a word of memory says how to undo it.

/** Puts back what a change of `target` replaced. One function per kind of change: a closure per change would cost too much. */
export type UndoChange<T, V> = (target: T, before: V) => void;

export interface UndoLog {
  /** Records how to undo a change, and which bytes of a region it concerns, if any. */
  onUndo<T, V>(undoChange: UndoChange<T, V>, target: T, before: V, region?: number, start?: number, end?: number): void;
}
