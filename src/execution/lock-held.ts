// A lock that a thread holds, as the library models state it.

export interface LockHeld {
  readonly object: number;
  readonly mode: number;
  readonly at: number;
}
