// The questions of a debugger, as data. In: what parse.ts has read. Out: types only.

import type { Property } from "../../execution/errors.ts";

/** A line as it is written: `12` or `queue.c:12`. */
export interface LineName {
  readonly file: string | null;
  readonly line: number;
}

export type Question =
  /** Can a property be violated: any, or this one; anywhere, or at this line? */
  | { readonly kind: "fail"; readonly property: Property | null; readonly at: LineName | null }
  /** Can a thread stand before the line while the condition holds? Null: can the line be reached at all? */
  | { readonly kind: "hold"; readonly condition: string | null; readonly at: LineName }
  /** Can the first line begin before the second has begun? */
  | { readonly kind: "before"; readonly first: LineName; readonly second: LineName }
  /** Which writes can the thread's next read of the object see? */
  | { readonly kind: "writes"; readonly expression: string }
  /** Why did the thread's last read of the object see what it saw? */
  | { readonly kind: "why"; readonly expression: string }
  /** Does the run need this context switch? Null: the one at the present place, or the next one. */
  | { readonly kind: "without-switch"; readonly number: number | null }
  /** How many switches must be moved for the run to pass? */
  | { readonly kind: "least-change" };
